// Reads text in UTF-8. A byte order mark at its beginning is not part of it.

/** Throws an Error for bytes that are not UTF-8: a replacement character would be stored in their place. */
export const utf8Text = (bytes: Uint8Array): string => openDecoder()(bytes);

/** The same for the parts of a stream. */
export async function* utf8Parts(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decode = openDecoder();
  for await (const part of parts) yield decode(part, { stream: true });
  yield decode();
}

function openDecoder() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes?: Uint8Array, options?: TextDecodeOptions): string => {
    try {
      return decoder.decode(bytes, options);
    } catch (error) {
      // A text may also be too long.
      throw error instanceof TypeError ? new Error('its text is not UTF-8', { cause: error }) : error;
    }
  };
}
