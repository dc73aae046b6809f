// The snippets of the guide. The tests read them from the page and run them in this order, in one shell.
import type { Block } from './blocks.ts';

const bash = (name: string, code: string): Block => ({ kind: 'code', language: 'bash', name, code });
const js = (name: string, code: string): Block => ({ kind: 'code', language: 'js', name, code });

const BEARER = '-H "Authorization: Bearer $TOKEN"';
const JSON_BODY = '-H "Content-Type: application/json"';

export const setup = (baseUrl: string): Block =>
  bash(
    'setup',
    `export BASE=${baseUrl}
export TOKEN=your-club-key`,
  );

export const firstCall = bash('first-call', `curl -sS ${BEARER} "$BASE/api/v1/club"`);

export const chooseGame = bash(
  'choose-game',
  `curl -sS ${BEARER} "$BASE/api/v1/club/upcoming_games" > games.json
export GAME=$(node -p 'JSON.parse(fs.readFileSync("games.json", "utf8")).games[0].slug')
export CHANNEL=game:$(node -p 'JSON.parse(fs.readFileSync("games.json", "utf8")).games[0].id')`,
);

export const kickOff = bash(
  'kick-off',
  `curl -sS ${BEARER} ${JSON_BODY} "$BASE/api/v1/games/$GAME/marker" \\
  -d '{"id": "3f0c2b1a-7d4e-4a51-9c86-0f5b7f1e2d3c", "timestamp": "'$(date -u +%FT%TZ)'", "type": "Start"}'`,
);

export const goal = bash(
  'goal',
  `curl -sS ${BEARER} ${JSON_BODY} "$BASE/api/v1/games/$GAME/marker" \\
  -d '{"id": "8a6f1c52-1b0d-4f7e-a0c3-5d9e8b7a6c10", "timestamp": "'$(date -u +%FT%TZ)'", "type": "Goal",
       "primary_player_pc_id": "1", "primary_player_type": "user"}'`,
);

export const takeBack = bash(
  'take-back',
  `curl -sS ${BEARER} -X DELETE "$BASE/api/v1/games/$GAME/markers/8a6f1c52-1b0d-4f7e-a0c3-5d9e8b7a6c10"`,
);

export const setScores = bash(
  'set-scores',
  `curl -sS ${BEARER} ${JSON_BODY} -X PATCH "$BASE/api/v1/games/$GAME/scores" \\
  -d '{"scores": {"1": 3, "2": 1}}'`,
);

export const poll = bash(
  'poll',
  `curl -sS ${BEARER} --etag-save etag.txt -o games.json "$BASE/api/v1/club/upcoming_games"
curl -sS ${BEARER} --etag-compare etag.txt -o games.json -w '%{http_code}\\n' "$BASE/api/v1/club/upcoming_games"`,
);

export const viewToken = bash(
  'view-token',
  `curl -sS ${BEARER} ${JSON_BODY} "$BASE/api/v1/view_tokens" -d '{"channels": ["'$CHANNEL'"], "expires_in": 86400}'`,
);

const WS = `import WebSocket from 'ws';`;

export const follow = js(
  'follow',
  `// Browsers and Node.js 22 have WebSocket built in; for Node.js 20: npm install ws
${WS}

const { BASE, TOKEN, CHANNEL } = process.env;
let held = null; // { epoch, seq, state } of the channel
let attempt = 0;

// JSON Merge Patch (RFC 7396): objects merge, null removes, anything else replaces.
function merge(target, patch) {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const merged = target !== null && typeof target === 'object' && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch))
    if (value === null) delete merged[key];
    else merged[key] = merge(merged[key], value);
  return merged;
}

function show({ title, matches }) {
  for (const { home, away, score, period } of Object.values(matches))
    console.log(\`\${title}: \${home.name} \${score.home ?? '-'}:\${score.away ?? '-'} \${away?.name ?? '(bye)'}, \${period}\`);
}

function connect() {
  const socket = new WebSocket(BASE.replace(/^http/, 'ws') + '/api/v1/live', 'touchline.v1');
  const send = (frame) => socket.readyState === 1 && socket.send(JSON.stringify(frame));
  const subscribe = () =>
    send({ type: 'subscribe', channel: CHANNEL, since: held ? { epoch: held.epoch, seq: held.seq } : undefined });

  socket.onopen = () => {
    send({ type: 'auth', token: TOKEN });
    subscribe();
  };
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type === 'welcome') attempt = 0;
    else if (frame.type === 'snapshot') {
      held = { epoch: frame.epoch, seq: frame.seq, state: frame.state };
      show(held.state);
    } else if (frame.type === 'delta' && held && frame.seq > held.seq) {
      if ((frame.from ?? frame.seq - 1) !== held.seq) return subscribe(); // a gap: ask for what is missing
      held = { ...held, seq: frame.seq, state: merge(held.state, frame.patch) };
      show(held.state);
    } else if (frame.type === 'heartbeat') {
      setTimeout(() => (held?.epoch !== frame.epoch || held.seq < frame.seq) && subscribe(), 1000);
    } else if (frame.type === 'error') console.error(frame.error, frame.hint ?? '');
  };
  socket.onerror = () => {}; // a close follows
  socket.onclose = ({ code }) => {
    if (code === 4401) return; // the token is refused: do not retry
    setTimeout(connect, Math.random() * Math.min(30_000, 500 * 2 ** attempt++));
  };
}
connect();`,
);

export const pollInCode = js(
  'poll-in-code',
  `// Node.js 20 or a browser
const { BASE, TOKEN } = process.env;
let etag = '';

async function poll() {
  const answer = await fetch(\`\${BASE}/api/v1/club/upcoming_games\`, {
    headers: { authorization: \`Bearer \${TOKEN}\`, ...(etag && { 'if-none-match': etag }) },
  });
  if (answer.status === 304) return console.log('nothing new');
  if (answer.status === 429 || answer.status === 503) return console.log('wait', answer.headers.get('retry-after'));
  if (!answer.ok) throw new Error((await answer.json()).error);
  etag = answer.headers.get('etag');
  for (const game of (await answer.json()).games) console.log(game.title, game.score ?? 'not begun');
}
await poll();
await poll();`,
);
