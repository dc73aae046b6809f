// The frames of the baselines. They have the head of the gateway's frames, and are filled up to the same size.

/** A delta of `bytes` bytes, or a few more when that is too short for its head. */
export function deltaOf(channel: string, seq: number, bytes: number): string {
  const head = `{"type":"delta","channel":"${channel}","seq":${seq},"pad":"`;
  return `${head}${'x'.repeat(Math.max(0, bytes - head.length - 2))}"}`;
}

/** A snapshot at seq 0. */
export function snapshotOf(channel: string, bytes: number): string {
  const head = `{"type":"snapshot","channel":"${channel}","epoch":"e","seq":0,"pad":"`;
  return `${head}${'x'.repeat(Math.max(0, bytes - head.length - 2))}"}`;
}

/** What the publisher sends to a server: the length of the channel's name in one byte, the name, and the frame. */
export const writeUpdate = (channel: string, frame: string): Buffer =>
  Buffer.concat([Buffer.from([channel.length]), Buffer.from(channel), Buffer.from(frame)]);

export function readUpdate(message: Buffer): { readonly channel: string; readonly frame: Buffer } {
  const end = 1 + (message[0] ?? 0);
  return { channel: message.toString('latin1', 1, end), frame: message.subarray(end) };
}
