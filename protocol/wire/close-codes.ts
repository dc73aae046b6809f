/** WebSocket close codes (PROTOCOL.md, "Rights and ends"). */
export const CLOSE = {
  /** Silent for two heartbeats, or took nothing for 30 seconds. */
  idle: 1001,
  /** A binary frame. */
  unsupported: 1003,
  /** A client that exceeds its limits twice over. */
  policy: 1008,
  /** A client frame over 4 KiB. */
  tooBig: 1009,
  /** The server restarts: come back. */
  restart: 1012,
  /** The credential is bad, revoked or expired. */
  unauthorized: 4401,
  /** No auth frame in time. */
  authTimeout: 4408,
} as const;
