// The marker list of a match as JSON: encoded once for each state of the match, however many clients poll it.
import type { Match } from '../../match/match.ts';
import { type EncodedBody, encodeBody } from '../../resources/encoded-body.ts';
import { type Answer, apiText, notModified } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { isMatch } from '../core/negotiation.ts';

/** Answers with the JSON of `list(match)`, or with 304 if the client has it already. */
export function openListing(list: (match: Match) => unknown): (exchange: Exchange, match: Match) => Answer {
  // A match is an immutable value: a new state is a new object, and the old list is freed with the old object.
  const encoded = new WeakMap<Match, EncodedBody>();

  function encode(match: Match): EncodedBody {
    const body = encodeBody(JSON.stringify(list(match)));
    encoded.set(match, body);
    return body;
  }

  return (exchange, match) => {
    const { bytes, tag } = encoded.get(match) ?? encode(match);
    const etag = `"${tag}"`;
    return isMatch(exchange.ifNoneMatch, etag) ? notModified(etag) : apiText(bytes, etag);
  };
}
