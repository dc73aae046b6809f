/** One state of the wire: `hash` is that of all its schemas, `change` says what a client sees of it. */
export type WireVersion = { readonly protocol: string; readonly hash: string; readonly change: string };

/**
 * The history of the wire, newest last. A test compares the last hash with the schemas, so that no change of the wire goes
 * unnoticed. After a change add a line; do not edit an old one. A change that breaks existing clients also needs a new
 * `LIVE_PROTOCOL`.
 */
export const wireHistory: readonly [WireVersion, ...WireVersion[]] = [
  { protocol: 'touchline.v1', hash: '346988ef78ca04af', change: 'The first version.' },
];
