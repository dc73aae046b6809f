// A client's text frame, parsed once (P10).
import { type Ref, refSchema, type UpFrame, upFrameSchema } from '../../protocol/wire/up.ts';
import { memberText, overfullMember } from '../ops/json-values.ts';

/** The text is not a frame of the protocol. The answer carries its `ref`, if there is one. `why`: the first field that is wrong. */
export type Malformed = { readonly type: 'malformed'; readonly why: string; readonly ref?: Ref };

const FRAMES = 'A frame is a JSON object with a type of auth, subscribe, unsubscribe or ping, and its fields.';

/** Values that a frame may have (rule LIMIT-15). The frames of the protocol have ten at most. */
const VALUES_MAX = 100;

export function parseFrame(text: string): UpFrame | Malformed {
  const bytes = Buffer.from(text);
  if (overfullMember(bytes, VALUES_MAX) !== null) {
    return malformed(`A frame has ${VALUES_MAX} values at most.`, unparsedRef(bytes));
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed(`This is not JSON. ${FRAMES}`, undefined);
  }
  const parsed = upFrameSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  return malformed(whyNot(parsed.error.issues[0]?.path ?? []), (value as { ref?: unknown } | null)?.ref);
}

function malformed(why: string, given: unknown): Malformed {
  const ref = refSchema.safeParse(given);
  return ref.success ? { type: 'malformed', why, ref: ref.data } : { type: 'malformed', why };
}

/** The `ref` of a frame that is not parsed because it has too many values. */
function unparsedRef(bytes: Buffer): unknown {
  try {
    return JSON.parse(memberText(bytes, 'ref') ?? 'null');
  } catch {
    return undefined;
  }
}

/** The `ref` of a frame that is refused unread; undefined without one. */
export function refOf(text: string): Ref | undefined {
  const frame = parseFrame(text);
  return 'ref' in frame ? frame.ref : undefined;
}

/** What the protocol says of each field. */
const FIELDS: Readonly<Record<string, string>> = {
  type: 'must be auth, subscribe, unsubscribe or ping',
  token: 'must be a text: the credential',
  channel: 'must be a text: game:ID, match:ID, club:SLUG or tournament:SLUG, or air: before a game or match',
  ref: 'must be a whole number of up to 9007199254740991 or a text',
  since: 'must be {"epoch":"…","seq":0}, as the last snapshot or delta had them',
  t: 'must be a number',
};

function whyNot([field]: readonly PropertyKey[]): string {
  const rule = FIELDS[String(field)];
  return rule === undefined ? FRAMES : `The field ${String(field)} ${rule}.`;
}
