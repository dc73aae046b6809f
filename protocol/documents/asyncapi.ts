// Builds the AsyncAPI 3.0 document of the live channel from the schemas of its frames.
import type { z } from 'zod';
import { CLOSE } from '../wire/close-codes.ts';
import * as down from '../wire/down.ts';
import { frameExamples } from './frame-examples.ts';
import { type JsonSchema, jsonSchemas, type NamedSchemas, neededBy, schemaRef } from './json-schema.ts';
import { securitySchemes } from './openapi-security.ts';
import { titled } from './schema-titles.ts';
import * as up from '../wire/up.ts';
import { API_ROOT, API_VERSION, LIVE_PROTOCOL } from '../wire/version.ts';
import { capitalized } from './capitalized.ts';

type Part = Readonly<Record<string, unknown>>;
type AsyncApiDocument = Part & {
  readonly components: {
    readonly messages: Readonly<Record<string, Part>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, Part>>;
  };
};

/** The frames that the client sends, each with its schema and its purpose. */
const UP = {
  auth: [up.authFrameSchema, 'The credential, for clients that can set neither header nor query; within 5 s.'],
  subscribe: [up.subscribeFrameSchema, 'Subscribe to a channel; `since` resumes at the last known position.'],
  unsubscribe: [up.unsubscribeFrameSchema, 'End the subscription to a channel.'],
  ping: [up.pingFrameSchema, 'Measure the round trip and the clock offset.'],
} as const;
/** The frames that the server sends. */
const DOWN = {
  welcome: [down.welcomeFrameSchema, 'The first frame after a valid credential.'],
  snapshot: [down.snapshotFrameSchema, 'The whole state at `seq`: it replaces the state of the client.'],
  resumed: [down.resumedFrameSchema, 'The server still has the deltas after `since`: they follow.'],
  delta: [down.deltaFrameSchema, 'Takes the state from `from` (default: `seq` − 1) to `seq`.'],
  heartbeat: [down.heartbeatFrameSchema, 'Names the newest state, so that the client notices a lost delta.'],
  unsubscribed: [down.unsubscribedFrameSchema, 'The answer to unsubscribe, or the notice that a right ended.'],
  pong: [down.pongFrameSchema, 'The answer to ping.'],
  error: [down.errorFrameSchema, 'The server rejects a frame. The connection stays unless a close follows.'],
  closing: [down.closingFrameSchema, 'The server is about to close this connection.'],
} as const;

type UpName = keyof typeof UP;
type DownName = keyof typeof DOWN;

/** The answers to each frame of the client. */
const ANSWERS: Readonly<Record<UpName, readonly DownName[]>> = {
  auth: ['welcome', 'error'],
  subscribe: ['snapshot', 'resumed', 'error'],
  unsubscribe: ['unsubscribed', 'error'],
  ping: ['pong', 'error'],
};
/** Frames that the server also sends without a request. */
const UNASKED: readonly DownName[] = ['welcome', 'snapshot', 'delta', 'heartbeat', 'unsubscribed', 'error', 'closing'];

const frameName = (name: string): string => `${capitalized(name)}Frame`;
const inChannel = (name: string): Part => ({ $ref: `#/channels/live/messages/${name}` });

/** Returns the document. `baseUrl`: the address of the service, without a slash at the end. */
export function asyncApiDocument(baseUrl: string): AsyncApiDocument {
  const { protocol, host, pathname } = new URL(baseUrl);
  const frames = Object.entries<readonly [schema: z.ZodType, about: string]>({ ...UP, ...DOWN });
  const named: NamedSchemas = Object.fromEntries(frames.map(([name, [schema]]) => [frameName(name), schema]));
  const schemas = jsonSchemas(named, { io: 'output', target: 'draft-7' });
  const messages = Object.fromEntries(
    frames.map(([name, [, about]]): [string, Part] => [
      name,
      {
        name,
        title: capitalized(name),
        summary: about,
        contentType: 'application/json',
        payload: schemaRef(frameName(name)),
        examples: (frameExamples[name] ?? []).map((payload) => ({ payload })),
      },
    ]),
  );
  return {
    asyncapi: '3.0.0',
    id: 'urn:touchline:live',
    info: {
      title: 'Touchline live channel',
      version: API_VERSION,
      description: about,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      contact: { name: 'The operator of this service', url: `${baseUrl}/api/docs` },
      externalDocs: { url: `${baseUrl}/api/docs#live`, description: 'The guide' },
      tags: [{ name: 'live' }],
    },
    defaultContentType: 'application/json',
    servers: {
      gateway: {
        host,
        ...(pathname === '/' ? {} : { pathname }),
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description: `Offers the subprotocol ${LIVE_PROTOCOL}.`,
        security: ['connectedApp', 'clubKey', 'tournamentKey', 'viewToken'].map((name) => ({
          $ref: `#/components/securitySchemes/${name}`,
        })),
      },
    },
    channels: {
      live: {
        address: `${API_ROOT}/live`,
        title: 'The live channel',
        description: 'One WebSocket carries any number of scoreboards.',
        messages: Object.fromEntries(frames.map(([name]) => [name, { $ref: `#/components/messages/${name}` }])),
        bindings: { ws: { method: 'GET', query: tokenInQuery, bindingVersion: '0.1.0' } },
      },
    },
    operations: operations(),
    components: {
      messages,
      schemas: Object.fromEntries(
        Object.entries(neededBy(messages, schemas)).map(([name, schema]) => [name, titled(name, schema)]),
      ),
      securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => name !== 'adminToken')),
    },
  };
}

const tokenInQuery = {
  type: 'object',
  properties: { token: { type: 'string', description: 'The credential, for clients that cannot set a header.' } },
};

/** The operations from the gateway's side: it receives the frames of clients. */
function operations(): Part {
  const channel = { $ref: '#/channels/live' };
  const received = (Object.keys(UP) as UpName[]).map((name): [string, Part] => [
    `receive${capitalized(name)}`,
    {
      action: 'receive',
      channel,
      summary: UP[name][1],
      messages: [inChannel(name)],
      reply: { channel, messages: ANSWERS[name].map(inChannel) },
    },
  ]);
  const sent = UNASKED.map((name): [string, Part] => [
    `send${capitalized(name)}`,
    { action: 'send', channel, summary: DOWN[name][1], messages: [inChannel(name)] },
  ]);
  return Object.fromEntries([...received, ...sent]);
}

const closeCodes = Object.entries(CLOSE)
  .map(([name, code]) => `${code} (${name})`)
  .join(', ');

const about = `A subscriber gets the whole state of a channel once, then small patches (JSON Merge Patch, RFC 7396), each sent only after its change is stored.

Channels are \`game:ID\`, \`match:ID\`, \`club:SLUG\` and \`tournament:SLUG\`; \`air:game:ID\` and \`air:match:ID\` carry what a director shows there. A client keeps \`(epoch, seq, state)\` of each channel. It replaces them with every snapshot. It ignores a delta with \`seq\` at or below its own. It applies a delta whose \`from\` (default: \`seq\` − 1) is its own \`seq\`. Any other delta is a gap: the client subscribes again with \`since\`. It does the same when it does not reach the \`seq\` of a heartbeat within a second. When the \`hash\` differs at the same \`seq\`, it subscribes without \`since\`.

Limits: text frames of at most 4 KiB from the client, 200 subscriptions per connection, 50 frames per second. Close codes: ${closeCodes}.`;
