// Handles slow readers. A full socket loses the frames that it could not take, and is sent no more until it drains. Then it
// gets one fresh snapshot of each channel that changed. A socket that takes nothing at all is closed.
import type { Timing } from './timing.ts';
import { eachInTurns } from '../ops/turns.ts';
import { forbid, ownerOf, type Session } from './session.ts';

/**
 * The library sends in batches and gives up a batch at its first drop. So a channel that sent shortly before the drop may
 * have lost a frame too.
 */
const BATCH_SLACK_MS = 1_000;

/** A frame to this socket was dropped. This is called inside a publish, so unsubscribing has to wait for the next turn. */
export function block(session: Session, timing: Timing): void {
  if (session.blocked || session.state.phase !== 'open') return;
  session.counts.slowReaders += 1;
  session.blocked = {
    at: performance.now(),
    timer: watch(session, timing, session.socket.buffered()),
    owed: new Map(),
    lost: new Set(),
  };
  setImmediate(() => {
    if (session.blocked) unsubscribe(session);
  });
}

function unsubscribe({ channels, socket }: Session): void {
  for (const name of channels.keys()) socket.unsubscribe(name);
}

/** Closes the session when its socket takes no data for `stuckMs`; any progress restarts the time. */
function watch(session: Session, timing: Timing, before: number): NodeJS.Timeout {
  const timer = setTimeout(() => {
    // After a long turn, the socket may have taken data and not have said so.
    setImmediate(() => {
      if (session.blocked?.timer !== timer) return;
      const buffered = session.socket.buffered();
      if (buffered >= before) session.socket.kill();
      else session.blocked = { ...session.blocked, timer: watch(session, timing, buffered) };
    });
  }, timing.stuckMs);
  return timer;
}

/**
 * The socket took some data. When it is empty, sends the snapshots of the channels that it missed, until it is full again; in turns,
 * because a thousand sockets may drain at once.
 */
export function drained(session: Session): void {
  if (!session.blocked) return;
  // The socket has room again: without this, a publish before the next turn would send it a delta after the ones that it lost.
  unsubscribe(session);
  if (session.socket.buffered() === 0) void eachInTurns([session], sendOwed, ownerOf(session));
}

/** Ends the block of an empty socket: subscribes it again and sends the snapshots that it is owed. */
function sendOwed(session: Session): void {
  const { blocked, socket } = session;
  if (!blocked || socket.buffered() > 0) return;
  clearTimeout(blocked.timer);
  session.blocked = null;
  // Taking data is a sign of life. Pings that the socket could not take do not count.
  session.heardAt = performance.now();
  session.pingedAt = null;
  // A lost channel that it has subscribed again is owed a snapshot instead.
  for (const name of blocked.lost) if (!session.channels.has(name)) forbid(session, name);
  // What waits longest comes first: channels that move all the time would keep others from a socket with room for one snapshot.
  for (const name of new Set([...blocked.owed.keys(), ...session.channels.keys()])) {
    const channel = session.channels.get(name);
    if (!channel) continue;
    channel.flush();
    const isOwed = blocked.owed.has(channel.name);
    const hasMoved = channel.sentAt() >= blocked.at - BATCH_SLACK_MS;
    // A snapshot of this loop filled the socket again: the rest is sent after the next drain.
    const again = session.blocked as Session['blocked'];
    if (again) {
      if (isOwed || hasMoved) again.owed.set(channel.name, blocked.owed.get(channel.name));
      continue;
    }
    socket.subscribe(channel.name);
    if (!isOwed && !hasMoved) continue;
    session.counts.snapshots.slow_reader += 1;
    if (!socket.send(channel.snapshot(blocked.owed.get(channel.name)))) {
      (session.blocked as Session['blocked'])?.owed.set(channel.name, blocked.owed.get(channel.name));
    }
  }
}
