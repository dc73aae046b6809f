// Frames of the live channel as the text of Server-Sent Events, and the `Last-Event-ID` that comes back.
import type { Since } from '../../protocol/wire/up.ts';

/** A frame begins with its type, channel, epoch and position: all of them within these characters. */
const HEAD_LENGTH = 400;
const TYPE = /^\{"type":"(\w{1,20})"/;
const EPOCH = /"epoch":"([^"]{1,64})"/;
const SEQ = /"seq":(\d{1,15})/;
const RETRY = /"retry_after_ms":(\d{1,9})/;
/** The frames that take a client to a position. A heartbeat only names one. */
const POSITIONED = new Set(['snapshot', 'resumed', 'delta']);

type FrameEvent = {
  readonly type: string;
  /** Epoch of the channel after the frame. */
  readonly epoch: string;
  readonly text: string;
};

/** A frame as an event. `before`: the epoch of the channel, which a delta does not name. */
export function eventOf(frame: string, before: string): FrameEvent {
  const head = frame.slice(0, HEAD_LENGTH);
  const type = TYPE.exec(head)?.[1] ?? 'message';
  const isPositioned = POSITIONED.has(type);
  const epoch = (isPositioned && type !== 'delta' && EPOCH.exec(head)?.[1]) || before;
  const seq = isPositioned ? SEQ.exec(head)?.[1] : undefined;
  const retry = type === 'closing' ? RETRY.exec(head)?.[1] : undefined;
  const id = seq === undefined ? '' : `id: ${epoch}:${seq}\n`;
  const wait = retry === undefined ? '' : `retry: ${retry}\n`;
  return { type, epoch, text: `event: ${type}\n${id}${wait}data: ${frame}\n\n` };
}

const EVENT_ID = /^([^:]{1,64}):(\d{1,15})$/;

/** The position that a `Last-Event-ID` names; undefined for any other text. */
export function sinceOf(lastEventId: string): Since | undefined {
  const [, epoch, seq] = EVENT_ID.exec(lastEventId) ?? [];
  return epoch === undefined ? undefined : { epoch, seq: Number(seq) };
}
