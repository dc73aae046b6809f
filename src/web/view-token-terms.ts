/** How long a view token from a form works, in seconds; the languages have the labels. */
export const VIEW_TOKEN_TERMS = ['86400', '604800', '2592000', '31536000'] as const;
type ViewTokenTerm = (typeof VIEW_TOKEN_TERMS)[number];

export const isTerm = (text: string): boolean => VIEW_TOKEN_TERMS.some((term) => term === text);

/** Whether it is the channel of a club or a tournament. */
export const isFeed = (channel: string): boolean => channel.startsWith('club:') || channel.startsWith('tournament:');

/** The term that a form proposes: a week for one match, a year for a screen that shows all matches of a club or tournament. */
export const usualTerm = (channel: string): ViewTokenTerm => (isFeed(channel) ? '31536000' : '604800');
