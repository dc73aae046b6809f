// A client with an address that no WebSocket takes.
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { connect } from '../../../protocol/client/client.ts';

it.each(['127.0.0.1', 'ftp://127.0.0.1/live', 'ws://127.0.0.1/live#match'])('connect throws for %s', (url) => {
  expect(() => connect({ url, token: 't', WebSocket })).toThrow(SyntaxError);
});
