// The message of an event, and its id.
import { createHash } from 'node:crypto';
import type { WebhookEvent, WebhookMessage } from '../../protocol/rest/webhook.ts';
import type { MatchEvent } from '../match/match-events.ts';
import { type Match, refOf } from '../match/match.ts';

/** The messages of one change in the log. `at`: ms since 1970. */
export type ChangeMessages = {
  readonly seq: number;
  readonly at: number;
  readonly messages: readonly { readonly type: WebhookEvent; readonly body: string }[];
};

/** `match`: after the change. Names are those of the live state (rule HOOK-4). */
export function messageOf(match: Match, { type, matchId, event }: MatchEvent, seq: number, at: number): WebhookMessage {
  const { fixture, state } = match;
  const board = matchId === null ? undefined : state.matches[matchId];
  const { home, away, status, period, score } = board ?? {};
  return {
    type,
    timestamp: new Date(at).toISOString(),
    data: {
      channel: refOf(match),
      seq,
      ...(fixture.kind === 'game' ? { club: fixture.clubSlug } : { tournament: fixture.tournament.slug }),
      title: state.title,
      ...(state.kind === 'game' ? { team_scores: state.team_scores } : {}),
      ...(matchId === null ? {} : { match_id: matchId }),
      ...(home === undefined ? {} : { home_team_name: home.name }),
      ...(away === undefined ? {} : { away_team_name: away.name }),
      ...(status === undefined ? {} : { status }),
      ...(period === undefined ? {} : { period }),
      ...(score === undefined ? {} : { score }),
      ...(event === undefined ? {} : { event }),
    },
  };
}

/**
 * The `webhook-id`: each attempt of a message has the same one, also after the node that sent it was killed (rule HOOK-5). The time
 * distinguishes histories of the same length: a database that was restored from a backup.
 */
export function messageId(
  webhookId: string,
  channel: string,
  change: { seq: number; at: number },
  nth: number,
): string {
  const text = `${webhookId} ${channel} ${change.seq} ${change.at} ${nth}`;
  return `msg_${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`;
}
