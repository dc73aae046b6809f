/** One version of the wire. `hash`: of all its schemas. `change`: what is different for a client. */
type WireVersion = { readonly protocol: string; readonly hash: string; readonly change: string };

/**
 * The history of the wire, newest last. A test compares the last hash with the schemas, so that every change of the wire is
 * deliberate. After a change add a line; do not edit an old one. A change that breaks existing clients also needs a new
 * `LIVE_PROTOCOL`.
 */
export const wireHistory: readonly [WireVersion, ...WireVersion[]] = [
  { protocol: 'touchline.v1', hash: '346988ef78ca04af', change: 'The first version.' },
  { protocol: 'touchline.v1', hash: '9f4ceda15405d0eb', change: 'Texts and numbers of frames have bounds.' },
  { protocol: 'touchline.v1', hash: 'c9268ab1beb19c23', change: 'Sides may have a `short_name`.' },
  { protocol: 'touchline.v1', hash: 'd5bd649a08729fbd', change: 'Channels air:… carry what is on air by hand.' },
  {
    protocol: 'touchline.v1',
    hash: '956ad68ef29d6c9e',
    change: 'On air: panels countdown and fixtures, and the cue replay.',
  },
  { protocol: 'touchline.v1', hash: 'c65803675d4e953f', change: 'Sides of a tournament match may have a `color`.' },
  { protocol: 'touchline.v1', hash: '6e00528d410bb85c', change: 'The `t` of a ping may be any number.' },
  {
    protocol: 'touchline.v1',
    hash: '3e732a303891e823',
    change: 'A `ref` and the `seq` of a `since` may be any whole number up to 2^53 - 1.',
  },
  { protocol: 'touchline.v1', hash: 'a25f305d64ea2a11', change: 'A text of a frame may be as long as its frame.' },
];
