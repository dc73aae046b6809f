/** The credential is bad, revoked or expired. By itself, because it is the only code that the client knows. */
export const UNAUTHORIZED = 4401;

/** WebSocket close codes (PROTOCOL.md, "Rights and ends"). */
export const CLOSE = {
  /** The client was silent for two heartbeats. */
  idle: 1001,
  /** The client sent a binary frame. */
  unsupported: 1003,
  /** The client sent twice as much as a limit allows. */
  policy: 1008,
  /** The client sent a frame over 4 KiB. */
  tooBig: 1009,
  /** The server restarts: the client reconnects. */
  restart: 1012,
  unauthorized: UNAUTHORIZED,
  /** The client sent no auth frame in time. */
  authTimeout: 4408,
} as const;
