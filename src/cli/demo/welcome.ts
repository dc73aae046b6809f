// The welcome text of the demo: addresses to open and a marker to send. It lists only what exists.
import { randomUUID } from 'node:crypto';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import type { Rest } from '../replay/rest.ts';
import { viewTokenAnswer } from '../../../protocol/rest/view-token.ts';
import { FINAL_ID } from './cup.ts';
import { DEMO_EMAIL } from './clubs.ts';
import type { DemoTokens } from './data.ts';

const FINAL = `match:${FINAL_ID}`;
/** A club game for the reader's own markers. */
const GAME = { channel: 'game:103', slug: 'under-lights', scorer: '1' };

type WelcomeOptions = {
  readonly url: string;
  readonly tokens: DemoTokens;
  readonly password: string;
  readonly cup: Rest;
  readonly club: Rest;
};

/** The welcome, line by line. `cup` and `club` call with the keys of the tournament and of the club. */
export async function welcomeLines({ url, tokens, password, cup, club }: WelcomeOptions): Promise<readonly string[]> {
  const [finalToken, gameToken] = await Promise.all([viewToken(cup, FINAL), viewToken(club, GAME.channel)]);
  const pages = [
    ['Screen', `/screen/${FINAL}?token=${finalToken}`],
    ['Overlay', `/overlay/${FINAL}?token=${finalToken}`],
    ['Console', `/console/${FINAL}#token=${tokens.tournament}`],
    ['Documents', '/api/docs'],
    ['OpenAPI', '/api/openapi.json'],
  ] as const;
  /** The pages that exist, a line each. */
  const listedOf = async (named: readonly (readonly [name: string, path: string])[]): Promise<readonly string[]> => {
    const there = await Promise.all(named.map(([, path]) => isThere(url + path)));
    return named.flatMap(([name, path], index) =>
      there[index] === true ? [`  ${name.padEnd(10)} ${url}${path}`] : [],
    );
  };
  const screenOfGame = `/screen/${GAME.channel}?token=${gameToken}`;
  const marker = JSON.stringify({
    id: randomUUID(),
    timestamp: new Date().toISOString(),
    type: 'Goal',
    primary_player_pc_id: GAME.scorer,
  });
  return [
    '',
    'France – Croatia, the final of 2018, is being played at 30 times its speed:',
    '',
    ...(await listedOf(pages)),
    `  ${'As JSON'.padEnd(10)} curl -s -H 'Authorization: Bearer ${finalToken}' ${url}${API_ROOT}/live/${FINAL}`,
    '',
    "Your turn: a goal in a game of the demo's club,",
    ...((await isThere(url + screenOfGame)) ? [`seen on ${url}${screenOfGame}`] : []),
    '',
    `  curl -X POST ${url}${API_ROOT}/clubs/lakeside/games/${GAME.slug}/marker \\`,
    `    -H 'Authorization: Bearer ${tokens.club}' -H 'Content-Type: application/json' \\`,
    `    -d '${marker}'`,
    '',
    `Sign in at ${url}/sign-in with ${DEMO_EMAIL} and the password ${password}`,
    'to try the builders, the integrations and the apps:',
    '',
    ...(await listedOf([
      ['Builder', `/build/overlay?channel=${FINAL}`],
      ['Keys', '/clubs/lakeside/integrations'],
      ['Apps', '/me/apps'],
    ])),
    '',
    'Ctrl-C stops the demo and deletes its data.',
    '',
  ];
}

async function viewToken(rest: Rest, channel: string): Promise<string> {
  const { body } = await rest.send('POST', `${API_ROOT}/view_tokens`, { channels: [channel] });
  return viewTokenAnswer.parse(body).token;
}

async function isThere(address: string): Promise<boolean> {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  return answer.ok;
}
