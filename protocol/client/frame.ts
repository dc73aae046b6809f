// Checks the fields of server frames that the client uses. The checks are written by hand, so that an overlay does not have
// to load a schema library. Unknown fields and frame types are ignored.
import type { DownFrame } from '../wire/down.ts';
import { isObject } from '../wire/merge-patch.ts';

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const position = { channel: isText, seq: isNumber };
const checks: { readonly [T in DownFrame['type']]: Readonly<Record<string, Check>> } = {
  welcome: { server_time: isNumber, heartbeat_ms: isNumber },
  snapshot: { ...position, epoch: isText, at: isNumber, state: isObject },
  resumed: { ...position, epoch: isText },
  delta: { ...position, from: optional(isNumber), at: isNumber, cause: Array.isArray, patch: isObject },
  heartbeat: { ...position, epoch: isText, hash: optional(isText) },
  unsubscribed: { channel: isText, reason: optional(isText) },
  pong: { t: optional(isNumber), server_time: isNumber },
  error: { channel: optional(isText), code: isText, error: isText, hint: optional(isText) },
  closing: { reason: isText, retry_after_ms: optional(isNumber) },
};

/** The frame in `data`; null if it is malformed or of an unknown type. */
export function readFrame(data: unknown): DownFrame | null {
  if (typeof data !== 'string') return null;
  let frame: unknown;
  try {
    frame = JSON.parse(data);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  return isDownFrame(frame) ? frame : null;
}

function isDownFrame(frame: unknown): frame is DownFrame {
  if (!isObject(frame)) return false;
  const fields = frame as Fields;
  if (typeof fields.type !== 'string' || !Object.hasOwn(checks, fields.type)) return false;
  return Object.entries(checks[fields.type as DownFrame['type']]).every(([name, check]) => check(fields[name]));
}
