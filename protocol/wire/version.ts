/** The WebSocket subprotocol and the `protocol` of the welcome frame (P1, P2). */
export const LIVE_PROTOCOL = 'touchline.v1';
/** Path prefix of the REST interface. */
export const API_ROOT = '/api/v1';
/** Version label of the machine-readable description. */
export const API_VERSION = '1.0';
