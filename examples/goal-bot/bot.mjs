// Announces the goals of a match: SERVER=… CHANNEL=… TOKEN=… node bot.mjs
import { connect } from '@touchline/client';

const { SERVER = 'http://127.0.0.1:8080', CHANNEL = 'match:704', TOKEN = '' } = process.env;
// Node.js 20 has no WebSocket: npm install ws
const WebSocket = globalThis.WebSocket ?? (await import('ws')).WebSocket;

/** The match with this marker, and the marker. */
function find(state, id) {
  for (const match of Object.values(state.matches)) if (match.events[id]) return { match, event: match.events[id] };
  return null;
}

function announce(state, { action, type, marker_id: id }) {
  if (type !== 'Goal' && type !== 'PenaltyScored') return;
  // A cancelled goal is in the state no more.
  if (action === 'deleted') console.log('The last goal does not count.');
  const found = action === 'recorded' ? find(state, id) : null;
  // A kick of a shootout is no goal.
  if (found === null || found.match.period === 'penalty_shootout') return;
  const { match, event } = found;
  // Without a clock there is no minute.
  const minute = event.minute === undefined ? '' : ` in minute ${event.minute}`;
  const scorer = event.player?.name ?? 'an unknown player';
  const score = `${match.home.name} ${match.score.home}:${match.score.away} ${match.away?.name ?? ''}`;
  console.log(`Goal by ${scorer}${minute}. ${score}`);
}

console.error(`Connecting to ${SERVER} …`);
const client = connect({
  url: `${SERVER.replace('http', 'ws')}/api/v1/live`,
  token: TOKEN,
  WebSocket,
  onStatus: (status) => console.error(status.state, status.message ?? ''),
});
client.subscribe(CHANNEL, (update) => {
  if (update.kind === 'refused') {
    console.error(update.message, update.hint ?? '');
    client.close();
  } else if (update.state.title === undefined) {
    console.error('This bot follows one game or match: the channel of a club or a tournament has no goals.');
    client.close();
  } else if (update.cause.length === 0) console.log(`Following ${update.state.title}.`);
  else for (const cause of update.cause) announce(update.state, cause);
});
