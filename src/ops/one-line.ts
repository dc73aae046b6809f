// Names of people, clubs and games in texts that other programs show: mails and calendars.

/** These turn the direction of what follows. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu;
/** A control character could end a line and begin another one. */
const BREAKS = /[\s\p{Cc}]+/gu;

/** The text as one line that changes nothing beside it. */
export const oneLine = (text: string): string => text.replaceAll(TURNS, '').replaceAll(BREAKS, ' ').trim();
