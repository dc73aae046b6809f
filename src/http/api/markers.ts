// The answers of the endpoints for scores, goals and markers.
import type { Marker, markerReplacementBody } from '../../../protocol/rest/marker.ts';
import { isUuid } from '../../../protocol/wire/ids.ts';
import { type Caller, spenderKey } from '../../auth/caller.ts';
import type { Outcome } from '../../match/command.ts';
import type { LiveMatch } from '../../live/live-match.ts';
import { countingMarker, type Match } from '../../match/match.ts';
import { type EncodedBody, encodeBody } from '../../resources/encoded-body.ts';
import { notFound } from '../../ops/not-found.ts';
import { invalid, Problem } from '../../ops/problem.ts';
import { inTurns } from '../../ops/turns.ts';
import { type Answer, apiJson, apiText, notModified } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import { isMatch } from '../core/negotiation.ts';

/**
 * Answers with the JSON that `list` makes of a match, or with 304 if the client has it already. It is made once for each state of the
 * match, however many clients poll it, in the turns of the caller who asks first.
 */
export function openListing(list: (match: Match) => Generator<void, string>) {
  // A match is an immutable value: a new state is a new object, and the old list is freed with the old object.
  const made = new WeakMap<Match, Promise<EncodedBody>>();

  return async (exchange: Exchange, match: Match, caller: Caller): Promise<Answer> => {
    const making = made.get(match) ?? inTurns(list(match), spenderKey(caller)).then(encodeBody);
    made.set(match, making);
    const body = await making;
    const etag = `"${body.tag}"`;
    return isMatch(exchange.ifNoneMatch, etag) ? notModified(etag) : apiText(body.bytes, etag);
  };
}

/** The marker that replaces the one of the path (rule ID-10). Throws Problem 404, 413 or 422. */
export async function readReplacement(
  exchange: Exchange,
  live: LiveMatch,
  schema: ReturnType<typeof markerReplacementBody>,
): Promise<Marker> {
  const id = exchange.param('id');
  try {
    const content = await readBody(exchange, schema);
    const key = markerKey(id);
    return { id: key, key, ...content };
  } catch (error) {
    // Size, existence, body: in this order (rules LIMIT-9, REQ-1).
    const isFaulty = error instanceof Problem && error.status === 422;
    if (isFaulty && countingMarker(live.match(), markerKey(id)) === undefined) throw notFound('Marker');
    throw error;
  }
}

/** 201 for a new marker, 200 for one that was updated or reported (rule ID-2). Throws Problem 422. */
export function recordedAnswer(outcome: Outcome): Answer {
  if (outcome.kind !== 'created' && outcome.kind !== 'updated' && outcome.kind !== 'reported') throw refusalOf(outcome);
  return apiJson(outcome.kind === 'created' ? 201 : 200, {
    status: 'success',
    marker_id: outcome.marker.id,
    ...(outcome.warnings.length === 0 ? {} : { warnings: outcome.warnings }),
  });
}

/** The body of a deletion's answer. Throws Problem 404. */
export function deletedBody(outcome: Outcome): { status: 'success'; message: string } {
  if (outcome.kind !== 'deleted') throw refusalOf(outcome);
  return { status: 'success', message: `${outcome.marker.type} marker deleted.` };
}

/** The error for an outcome that the endpoint does not expect. */
export function refusalOf(outcome: Outcome): Error {
  if (outcome.kind === 'missing') return notFound('Marker');
  if (outcome.kind === 'refused') return invalid(outcome.details);
  return new TypeError(`A command came out as ${outcome.kind}.`);
}

/** The key of a marker named in a path. Throws Problem 404: no marker has an id that is no UUID (rule ID-8). */
export function markerKey(id: string): string {
  if (!isUuid(id)) throw notFound('Marker');
  return id.toLowerCase();
}
