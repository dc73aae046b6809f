// A client's text frame, parsed once (P10).
import { type Ref, refSchema, type UpFrame, upFrameSchema } from '../../protocol/wire/up.ts';

/** The text is not a frame of the protocol. The answer carries its `ref`, if there is one. */
export type Malformed = { readonly type: 'malformed'; readonly ref?: Ref };

export function parseFrame(text: string): UpFrame | Malformed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { type: 'malformed' };
  }
  const parsed = upFrameSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const ref = refSchema.safeParse((value as { ref?: unknown } | null)?.ref);
  return ref.success ? { type: 'malformed', ref: ref.data } : { type: 'malformed' };
}
