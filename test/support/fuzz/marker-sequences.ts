// Sequences of valid writes in any order: repeated ids, resets, deletions, results by hand, one after the other and together.
// Each is taken or refused by a rule, and the state in the end is one of the protocol.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import fc, { type Arbitrary } from 'fast-check';
import { snapshotFrameSchema } from '../../../protocol/wire/down.ts';
import { MATCH_MARKER_TYPES } from '../../../protocol/wire/marker.ts';
import type { Kind } from './kind.ts';
import { MARKER_IDS } from './schema-values.ts';
import { check, send, type Sent } from './send.ts';
import type { Target } from './target.ts';

type ScoredMatch = {
  readonly channel: string;
  readonly token: string;
  readonly post: string;
  readonly markers: string;
  /** The address of the game, for results by hand; null for a match. */
  readonly results: string | null;
  readonly pairings: readonly string[];
};

const game = (slug: string, id: number, pairings: number): ScoredMatch => ({
  channel: `game:${id}`,
  token: 'club',
  post: `/api/v1/games/${slug}/marker`,
  markers: `/api/v1/games/${slug}/markers`,
  results: `/api/v1/games/${slug}`,
  pairings: Array.from({ length: pairings }, (_, index) => `${id}_${index}`),
});
const match = (id: number): ScoredMatch => {
  const markers = `/api/v1/tournaments/autumn-cup/matches/${id}/markers`;
  return { channel: `match:${id}`, token: 'tournament', post: markers, markers, results: null, pairings: [] };
};
const SCORED_MATCHES = [
  game('sunday-5s', 100, 1),
  game('three-teams', 101, 2),
  game('won', 120, 1),
  match(701),
  match(702),
  match(704),
];

type Step =
  | {
      readonly how: 'post' | 'put';
      readonly id: string;
      readonly type: string;
      readonly minutes: number;
      readonly pairing: number;
      readonly fields: object;
    }
  | { readonly how: 'delete'; readonly id: string }
  | { readonly how: 'scores'; readonly scores: object }
  | { readonly how: 'goals'; readonly goals: readonly object[] };

/** Few, so that they repeat. */
const id = fc.constantFrom(...MARKER_IDS.slice(0, 24));
const player = fc.integer({ min: 1, max: 7 });
const optional = { requiredKeys: [] as [] };

const fields = fc.record(
  {
    primary_player_pc_id: player,
    primary_player_type: fc.constantFrom('user', 'junior'),
    secondary_player_pc_id: player.map(String),
    team: fc.constantFrom('home', 'away', '1', '2'),
    minute: fc.constantFrom('1', '45+2', "90'", '120+3', 7),
    label: fc.constantFrom('own goal', 'og', 'Header'),
    own_goal: fc.boolean(),
  },
  optional,
);
const TYPES = [...MATCH_MARKER_TYPES, 'Start', 'Goal', 'Goal', 'ResetMatch', 'End', 'PenaltyShootout', 'PenaltyScored'];
const written = (how: 'post' | 'put') =>
  fc.record({
    how: fc.constant(how),
    id,
    type: fc.constantFrom(...TYPES),
    minutes: fc.integer({ min: -200, max: 3 }),
    pairing: fc.nat(5),
    fields,
  });
const goal = fc.record({
  team: fc.constantFrom('1', '2', 2),
  scorer: fc.string({ maxLength: 20 }),
  minute: fc.constantFrom('3', null, 90),
});
const step: Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: written('post') },
  { weight: 1, arbitrary: written('put') },
  { weight: 4, arbitrary: fc.record({ how: fc.constant('delete' as const), id }) },
  {
    weight: 1,
    arbitrary: fc.record({
      how: fc.constant('scores' as const),
      scores: fc.dictionary(fc.constantFrom('1', '2', '3'), fc.nat(999)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('goals' as const), goals: fc.array(goal, { maxLength: 5 }) }) },
);

type Sequence = {
  readonly scored: number;
  readonly steps: readonly Step[];
  /** All at once, like many phones. */
  readonly isTogether: boolean;
};

const MINUTE_MS = 60_000;
const EXPECTED = new Set([200, 201, 404, 422]);

function perform(target: Target, scored: ScoredMatch, one: Step): Promise<Sent> | null {
  const call = (method: string, path: string, body: object | null): Promise<Sent> =>
    send(target, {
      method,
      path,
      headers: { authorization: `Bearer ${target.tokens[scored.token] ?? ''}`, 'content-type': 'application/json' },
      body: body === null ? null : JSON.stringify(body),
    });
  if (one.how === 'delete') return call('DELETE', `${scored.markers}/${one.id}`, null);
  if (one.how === 'scores' || one.how === 'goals') {
    const body = one.how === 'scores' ? { scores: one.scores } : { goals: one.goals };
    return scored.results === null ? null : call('PATCH', `${scored.results}/${one.how}`, body);
  }
  const pairing = scored.pairings[one.pairing];
  const body = {
    ...one.fields,
    type: one.type,
    timestamp: new Date(Date.now() + one.minutes * MINUTE_MS).toISOString(),
    ...(pairing === undefined ? {} : { match_id: pairing }),
  };
  if (one.how === 'put') return call('PUT', `${scored.markers}/${one.id}`, body);
  return call('POST', scored.post, { ...body, id: one.id });
}

async function checkState(target: Target, { channel, token }: ScoredMatch): Promise<Sent> {
  const answer = await send(target, {
    method: 'GET',
    path: `/api/v1/live/${channel}`,
    headers: { authorization: `Bearer ${target.tokens[token] ?? ''}` },
  });
  check(answer, new Set([200]));
  const { state } = snapshotFrameSchema.parse(JSON.parse(answer.body));
  for (const { score } of Object.values((state as ChannelState).matches)) {
    const wrong = Object.values(score).find(
      (value) => value !== null && (!Number.isInteger(value) || Number(value) < 0),
    );
    if (wrong !== undefined) throw new Error(`A score of ${channel} is ${JSON.stringify(wrong)}.`);
  }
  return answer;
}

export const markerSequences: Kind<Sequence> = {
  name: 'marker-sequences',
  input: fc.record({
    scored: fc.nat(SCORED_MATCHES.length - 1),
    steps: fc.array(step, { minLength: 1, maxLength: 12 }),
    isTogether: fc.nat(3).map((draw) => draw === 3),
  }),
  async run(target, { scored: index, steps, isTogether }) {
    const scored = SCORED_MATCHES[index];
    if (scored === undefined) throw new Error(`No scored ${index}.`);
    const answers: Sent[] = [];
    const take = async (one: Step): Promise<void> => {
      const answer = await perform(target, scored, one);
      if (answer === null) return;
      check(answer, EXPECTED);
      answers.push(answer);
    };
    if (isTogether) await Promise.all(steps.map(take));
    else for (const one of steps) await take(one);
    answers.push(await checkState(target, scored));
    return {
      statuses: answers.map(({ status }) => String(status)),
      slowestMs: Math.max(...answers.map(({ ms }) => ms)),
    };
  },
  describe: (input) => JSON.stringify({ ...input, scored: SCORED_MATCHES[input.scored]?.channel }),
};
