/** WebSocket close codes (PROTOCOL.md, "Rights and ends"). */
export const CLOSE = {
  /** The client was silent for two heartbeats, or took no data for 30 seconds. */
  idle: 1001,
  /** The client sent a binary frame. */
  unsupported: 1003,
  /** The client sent twice as much as a limit allows. */
  policy: 1008,
  /** The client sent a frame over 4 KiB. */
  tooBig: 1009,
  /** The server restarts: the client reconnects. */
  restart: 1012,
  /** The credential is bad, revoked or expired. */
  unauthorized: 4401,
  /** The client sent no auth frame in time. */
  authTimeout: 4408,
} as const;
