// Who listens to which event. It is connected after all parts are built, so no part knows one that is built after it.
import { isEdit } from '../protocol/wire/edits.ts';
import type { MatchRef } from '../protocol/wire/ids.ts';
import type { CredentialGuard } from './auth/credential-guard.ts';
import type { Credentials } from './auth/credentials.ts';
import type { PlaceFilling } from './data-file/place-filling.ts';
import type { LastUsed } from './auth/last-used.ts';
import type { Rate } from './auth/rate-limit.ts';
import type { DatabasePoller } from './cluster/database-poller.ts';
import type { Peers } from './cluster/peers.ts';
import type { Checkpoints } from './live/checkpoints.ts';
import type { LiveEmitter } from './live/events.ts';
import type { Feeds } from './live/feeds.ts';
import type { LiveMatches } from './live/live-matches.ts';
import type { OnAirChannels } from './live/on-air.ts';
import type { Sessions } from './live/sessions.ts';
import type { Lists } from './resources/lists.ts';
import type { NodeWebhooks } from './webhooks/open.ts';

type Parts = {
  readonly events: LiveEmitter;
  readonly peers: Peers;
  readonly matches: LiveMatches;
  readonly feeds: Feeds;
  readonly onAir: OnAirChannels;
  readonly lists: Lists;
  readonly checkpoints: Checkpoints;
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly guard: CredentialGuard;
  readonly rate: Rate;
  readonly lastUsed: LastUsed;
  readonly hooks: NodeWebhooks;
  readonly placeFilling: PlaceFilling;
  /** Null on a node that is alone: nothing else changes its database. */
  readonly poller: DatabasePoller | null;
};

/** Connects the parts. Returns how to announce changes of rights and of data. */
export function connectListeners(parts: Parts) {
  const { events, peers, matches, feeds, onAir, lists, checkpoints, sessions, credentials, rate, lastUsed, poller } =
    parts;
  const { guard, hooks, placeFilling } = parts;
  function forgetCredentials(): void {
    credentials.forget();
    guard.forget();
  }
  events.on('committed', ({ match, step }) => {
    feeds.moved(match, step);
    placeFilling.accepted(match);
    lists.moved(match, isEdit(step.cause));
  });
  events.on('moved', ({ message, feed }) => {
    peers.publishMoved(message, feed);
    checkpoints.changed(message.ref, message.changes?.length ?? 1);
    hooks.worker.changed(message.ref);
    placeFilling.changed(message.ref);
  });
  events.on('aired', peers.publishAired);
  events.on('evicted', ({ ref }) => {
    checkpoints.evicted(ref);
    placeFilling.forget(ref);
  });
  events.on('wentBack', ({ match }) => {
    feeds.wentBack(match);
    lists.wentBack(match);
  });
  events.on('vanished', ({ ref }) => {
    placeFilling.forget(ref);
    return sessions.recheck();
  });
  events.on('rightsChanged', ({ isOwn }) => {
    if (isOwn) peers.publishRightsChanged();
    forgetCredentials();
    return sessions.recheck();
  });
  events.on('credentialUsed', ({ caller, address }) => {
    lastUsed.note(caller, address);
  });
  peers.on('moved', matches.receive);
  peers.on('feedChanged', feeds.feedChanged);
  peers.on('aired', onAir.receive);
  peers.on('spent', rate.charge);
  peers.on('rightsChanged', () => events.emitAndWait('rightsChanged', { isOwn: false }));
  peers.on('dataChanged', () => hooks.dataChanged());
  peers.on('dataChanged', async () => {
    await Promise.all([readAgain(false), poller?.pollNow()]);
    // The poll has read the matches again: they may have other clubs than at the first check.
    await sessions.recheck();
  });
  peers.on('linkChanged', () => poller?.pollNow());
  /** Resolves when all connections of this node have their current rights. */
  const rightsChanged = (): Promise<void> => events.emitAndWait('rightsChanged', { isOwn: true });
  async function readAgain(isOwn: boolean): Promise<void> {
    // First: pages read their facts again when a feed tells them to.
    lists.forget();
    await feeds.forget();
    await onAir.compareAll();
    await events.emitAndWait('rightsChanged', { isOwn });
  }
  /** Announces the new data to the other nodes. Resolves when this node shows it. */
  async function dataChanged<T extends { readonly affected: readonly MatchRef[] }>(changed: T): Promise<T> {
    peers.publishDataChanged();
    forgetCredentials();
    hooks.dataChanged();
    await matches.reload(changed.affected);
    await readAgain(true);
    return changed;
  }
  placeFilling.start(dataChanged);
  return { rightsChanged, dataChanged };
}
