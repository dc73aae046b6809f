/** The WebSocket subprotocol and the `protocol` of the welcome frame (live-protocol, "Connecting"). */
export const LIVE_PROTOCOL = 'touchline.v1';
/** Path prefix of the REST interface (specification, "Versioning" 1). */
export const API_ROOT = '/api/v1';
/** Version label of the machine-readable description. */
export const API_VERSION = '1.0';
