// Prints JSON Schemas as TypeScript declarations, for the package of the subscriber client: it has types, but no zod.
import type { z } from 'zod';
import * as air from '../wire/air.ts';
import * as board from '../wire/board.ts';
import * as down from '../wire/down.ts';
import { markerTypeSchema } from '../wire/marker.ts';
import * as up from '../wire/up.ts';
import { type JsonSchema, jsonSchemas, SCHEMAS_AT } from './json-schema.ts';

/** The types of the wire that the client uses or gives to its callers, by the names that they have in `protocol/wire`. */
const WIRE = {
  AirState: air.airStateSchema,
  AnyState: air.anyStateSchema,
  BoardEvent: board.boardEventSchema,
  BoardGoal: board.boardGoalSchema,
  BoardKeeper: board.keeperSchema,
  BoardPlayer: board.boardPlayerSchema,
  BoardState: board.boardStateSchema,
  CardCount: board.cardCountSchema,
  Cause: down.causeSchema,
  ChannelState: board.channelStateSchema,
  Clock: board.clockSchema,
  DeltaFrame: down.deltaFrameSchema,
  DownFrame: down.downFrameSchema,
  FeedMatch: board.feedMatchSchema,
  FeedState: board.feedStateSchema,
  GameBoard: board.gameBoardSchema,
  GameSide: board.gameSideSchema,
  GameState: board.gameStateSchema,
  HeartbeatFrame: down.heartbeatFrameSchema,
  MarkerType: markerTypeSchema,
  MatchBoard: board.matchBoardSchema,
  MatchSide: board.matchSideSchema,
  MatchState: board.matchStateSchema,
  MatchStatus: board.statusSchema,
  Period: board.periodSchema,
  PlayerType: board.playerTypeSchema,
  Score: board.scoreSchema,
  Side: board.sideSchema,
  Since: up.sinceSchema,
  SnapshotFrame: down.snapshotFrameSchema,
  Stats: board.statsSchema,
  UpFrame: up.upFrameSchema,
} as const satisfies Readonly<Record<string, z.ZodType>>;

type WireTypeName = keyof typeof WIRE;
export const WIRE_TYPE_NAMES = Object.keys(WIRE) as readonly WireTypeName[];

/** `export type …` for each type of the wire. Throws for a schema that has no TypeScript form here. */
export function wireDeclarations(): string {
  const schemas = jsonSchemas(WIRE, { io: 'output', target: 'draft-2020-12' });
  return WIRE_TYPE_NAMES.map((name) => `export type ${name} = ${typeText(schemas[name] ?? {})};\n`).join('\n');
}

function typeText(schema: JsonSchema): string {
  const { $ref, const: literal, enum: values, anyOf, oneOf, type } = schema;
  if (typeof $ref === 'string') return $ref.slice(SCHEMAS_AT.length);
  if (literal !== undefined) return JSON.stringify(literal);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.map((choice) => typeText(choice as JsonSchema)).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return `(${typeText(schema['items'] as JsonSchema)})[]`;
    case 'object':
      return objectText(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`No TypeScript form for ${JSON.stringify(schema)}.`);
  }
}

function objectText({ properties, required, additionalProperties }: JsonSchema): string {
  if (properties === undefined) return `Record<string, ${typeText((additionalProperties ?? {}) as JsonSchema)}>`;
  const needed = new Set(required as readonly string[] | undefined);
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) =>
    needed.has(name) ? `  ${name}: ${typeText(schema)};` : `  ${name}?: ${typeText(schema)} | undefined;`,
  );
  return `{\n${members.join('\n')}\n}`;
}
