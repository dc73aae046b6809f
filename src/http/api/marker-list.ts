// A listing as it goes out: encoded once for each state of a match, however many poll it.
import { createHash } from 'node:crypto';
import type { Match } from '../../match/match.ts';
import { type Answer, apiText, notModified } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { isMatch } from './live.ts';

type Encoded = { readonly body: string; readonly etag: string };

/** Answers with what `list` says of a match, or 304 to whoever has it already. */
export function openListing(list: (match: Match) => unknown): (exchange: Exchange, match: Match) => Answer {
  // A match is a value: another state is another object, and with the old one goes its listing.
  const encoded = new WeakMap<Match, Encoded>();

  function encode(match: Match): Encoded {
    const body = JSON.stringify(list(match));
    // Of the content alone, so that it is the same on every node.
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const fresh = { body, etag };
    encoded.set(match, fresh);
    return fresh;
  }

  return (exchange, match) => {
    const { body, etag } = encoded.get(match) ?? encode(match);
    return isMatch(exchange.ifNoneMatch, etag) ? notModified(etag) : apiText(body, etag);
  };
}
