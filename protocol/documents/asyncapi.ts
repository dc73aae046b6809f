// The AsyncAPI 3.0 document of the live channel, made from the schemas of its frames.
import type { z } from 'zod';
import { CLOSE } from '../wire/close-codes.ts';
import * as down from '../wire/down.ts';
import { frameExamples } from './frame-examples.ts';
import { type JsonSchema, jsonSchemas, type NamedSchemas, neededBy, schemaRef } from './json-schema.ts';
import { securitySchemes } from './openapi-security.ts';
import { ENUMERATIONS, LIVE_STATE } from './schema-names.ts';
import * as up from '../wire/up.ts';
import { API_ROOT, API_VERSION, LIVE_PROTOCOL } from '../wire/version.ts';

type Part = Readonly<Record<string, unknown>>;
export type AsyncApiDocument = Part & {
  readonly components: {
    readonly messages: Readonly<Record<string, Part>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, Part>>;
  };
};

/** What the client sends and what each is for. */
const UP = {
  auth: {
    schema: up.authFrameSchema,
    about: 'The credential, for whoever can set neither header nor query; within 5 s.',
  },
  subscribe: { schema: up.subscribeFrameSchema, about: 'Follow a channel; `since` goes on where a client left off.' },
  unsubscribe: { schema: up.unsubscribeFrameSchema, about: 'Follow it no longer.' },
  ping: { schema: up.pingFrameSchema, about: 'Measure the round trip and the clock offset.' },
} as const;
/** What the server sends. */
const DOWN = {
  welcome: { schema: down.welcomeFrameSchema, about: 'The first frame after a good credential.' },
  snapshot: {
    schema: down.snapshotFrameSchema,
    about: 'The whole state at `seq`: it replaces whatever the client had.',
  },
  resumed: { schema: down.resumedFrameSchema, about: 'The `since` is still known: the deltas after it follow.' },
  delta: { schema: down.deltaFrameSchema, about: 'Takes the state at `from` (left out: `seq` − 1) to `seq`.' },
  heartbeat: { schema: down.heartbeatFrameSchema, about: 'What the newest state is, so that a lost delta is noticed.' },
  unsubscribed: { schema: down.unsubscribedFrameSchema, about: 'The answer to unsubscribe, or the end of a right.' },
  pong: { schema: down.pongFrameSchema, about: 'The answer to ping.' },
  error: { schema: down.errorFrameSchema, about: 'A frame was refused; the connection stays unless a close follows.' },
  closing: { schema: down.closingFrameSchema, about: 'The server is about to close this connection.' },
} as const;

type UpName = keyof typeof UP;
type DownName = keyof typeof DOWN;

/** What each frame of the client is answered by. */
const ANSWERS: Readonly<Record<UpName, readonly DownName[]>> = {
  auth: ['welcome', 'error'],
  subscribe: ['snapshot', 'resumed', 'error'],
  unsubscribe: ['unsubscribed', 'error'],
  ping: ['pong', 'error'],
};
/** What comes unasked. */
const UNASKED: readonly DownName[] = ['welcome', 'snapshot', 'delta', 'heartbeat', 'unsubscribed', 'error', 'closing'];

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const frameName = (name: string): string => `${capital(name)}Frame`;
const inChannel = (name: string): Part => ({ $ref: `#/channels/live/messages/${name}` });

/** `baseUrl`: where the service is reached, without a slash at its end. */
export function asyncApiDocument(baseUrl: string): AsyncApiDocument {
  const { protocol, host, pathname } = new URL(baseUrl);
  const frames = Object.entries<{ schema: z.ZodType; about: string }>({ ...UP, ...DOWN });
  const named: NamedSchemas = Object.fromEntries(frames.map(([name, { schema }]) => [frameName(name), schema]));
  const schemas = jsonSchemas({ ...ENUMERATIONS, ...LIVE_STATE, ...named }, { io: 'output', target: 'draft-7' });
  const messages = Object.fromEntries(
    frames.map(([name, { about }]): [string, Part] => [
      name,
      {
        name,
        title: capital(name),
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
      schemas: neededBy(messages, schemas),
      securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => name !== 'adminToken')),
    },
  };
}

const tokenInQuery = {
  type: 'object',
  properties: { token: { type: 'string', description: 'The credential, where no header can be set.' } },
};

/** From the gateway's side: it receives what clients send. */
function operations(): Part {
  const channel = { $ref: '#/channels/live' };
  const received = (Object.keys(UP) as UpName[]).map((name): [string, Part] => [
    `receive${capital(name)}`,
    {
      action: 'receive',
      channel,
      summary: UP[name].about,
      messages: [inChannel(name)],
      reply: { channel, messages: ANSWERS[name].map(inChannel) },
    },
  ]);
  const sent = UNASKED.map((name): [string, Part] => [
    `send${capital(name)}`,
    { action: 'send', channel, summary: DOWN[name].about, messages: [inChannel(name)] },
  ]);
  return Object.fromEntries([...received, ...sent]);
}

const closeCodes = Object.entries(CLOSE)
  .map(([name, code]) => `${code} (${name})`)
  .join(', ');

const about = `A subscriber gets the whole state of a channel once, then small patches (JSON Merge Patch, RFC 7396), each sent only after the write that caused it is stored.

Channels are \`game:ID\`, \`match:ID\`, \`club:SLUG\` and \`tournament:SLUG\`. A client keeps \`(epoch, seq, state)\` of each: a snapshot replaces; a delta with \`seq\` at or below its own is ignored; one whose \`from\` (left out: \`seq\` − 1) is its own \`seq\` is applied; any other is a gap, for which it subscribes again with \`since\`. So is a heartbeat whose \`seq\` it does not reach within a second; a \`hash\` that differs at the same \`seq\` calls for a plain subscribe.

Text frames only, 4 KiB at most from the client, 200 subscriptions a connection, 50 frames a second. Close codes: ${closeCodes}.`;
