/** What the operator of an overlay reads with `monitor`. */
export const en = {
  /** What to do, by the status of a refused overlay. */
  advice: {
    401: 'Open the overlay with a valid view token in its address: /overlay/…?token=…',
    403: 'Open the overlay with a view token that names this channel; the one in the address does not.',
    404: 'Open the overlay of game:ID, match:ID, club:SLUG or tournament:SLUG; this channel does not exist.',
  },
  /** `why`: the reason in a sentence. */
  wait: (why: string) => `Wait: ${why} This page retries by itself.`,
  notReady: 'The server is not ready.',
  tooMany: 'The server was asked too often.',
  connected: 'Connected',
  noSignal: (seconds: number) => `No signal for ${seconds} s`,
  delay: (seconds: number) => `delay ${seconds} s`,
  startsIn: (seconds: number) => `starts in ${seconds} s`,
  nothingYet: 'There is nothing to show yet.',
  /** Why a widget shows nothing; each follows the name of the widget. */
  missing: {
    table: 'there is no table for this channel.',
    group: (name: string) => `there is no group ${name}.`,
    next: 'no match is to come.',
    sponsors: 'the address has no sponsors.',
    oneMatch: 'is for one match, not for a club or a tournament.',
    match: (id: string) => `this channel has no match ${id}.`,
    sides: 'this channel has no match with two sides.',
    lineup: 'the match has no line-up.',
    kickOff: 'the match has no kick-off time.',
  },
};
