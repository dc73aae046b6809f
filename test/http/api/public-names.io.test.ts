// How juniors are named over REST, on the live channel and in the facts of screens, under each policy (rules NAME-1 to NAME-4).
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../protocol/wire/canonical-json.ts';
import { PUBLIC_NAMES, type PublicNames } from '../../../protocol/data-file/fields.ts';
import { iso } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ADMIN_TOKEN, TOKENS } from '../../support/world/tokens.ts';
import { world as testWorld } from '../../support/world/world.ts';
import { connect } from '../../support/subscriber.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ timing: { heartbeatMs: 300 } });
});
afterAll(() => gateway.close());

const past = Date.now() - 60_000;
const goal = (more: object) => ({ id: randomUUID(), timestamp: iso(past), type: 'Goal', ...more });

const post = async (address: string, body: object, token: string): Promise<void> => {
  const { status } = await gateway.call('POST', address, { token, body });
  expect([200, 201]).toContain(status);
};

/** The sample world with policies; null leaves the field out. */
const world = (club: PublicNames | null, tournament: PublicNames | null) => {
  const data = testWorld();
  const [own, ...clubs] = data.clubs;
  const [cup, ...tournaments] = data.tournaments;
  return {
    ...data,
    clubs: [{ ...own, ...(club === null ? {} : { public_names: club }) }, ...clubs],
    tournaments: [{ ...cup, ...(tournament === null ? {} : { public_names: tournament }) }, ...tournaments],
  };
};

const read = async (address: string, token: string = TOKENS.club): Promise<string> => {
  const { status, body } = await gateway.call('GET', address, { token });
  expect(status).toBe(200);
  return JSON.stringify(body);
};

const shownAs: Readonly<Record<PublicNames, string>> = { full: 'Kid One', initials: 'K. O.', none: 'Player' };

describe('public_names of a club', () => {
  beforeAll(async () => {
    await post('games/sunday-5s/marker', { id: randomUUID(), timestamp: iso(past - 1), type: 'Start' }, TOKENS.club);
    const byKid = { primary_player_pc_id: 1, primary_player_type: 'junior', label: 'Kid One from afar' };
    await post('games/sunday-5s/marker', goal(byKid), TOKENS.club);
  });

  it('rule NAME-1: is full by default', async () => {
    expect(await read('live/game:100')).toContain('Kid One');
    const exported = await read('/api/admin/export', ADMIN_TOKEN);
    expect(exported).toContain('"public_names":"full"');
  });

  it.each(PUBLIC_NAMES)(
    'rules NAME-2, NAME-3: %s: one state with one hash for all readers, full names for staff',
    async (policy) => {
      await gateway.import(world(policy, null));
      const made = await gateway.call<{ token: string }>('POST', 'view_tokens', {
        token: TOKENS.club,
        body: { channels: ['game:100'] },
      });
      const view = made.body.token;
      const live = await read('live/game:100', view);
      expect(live).toContain(shownAs[policy]);
      expect(live.includes('Kid One')).toBe(policy === 'full');
      expect(await read('live/game:100')).toBe(live);

      const subscriber = await connect(gateway.liveUrl, view);
      const { state, seq } = await subscriber.subscribe('game:100');
      expect(JSON.stringify(state)).toBe(JSON.stringify((JSON.parse(live) as { state: unknown }).state));
      const heartbeat = await subscriber.next('heartbeat');
      const hash = createHash('sha256').update(canonicalJson(state)).digest('hex').slice(0, 16);
      expect(heartbeat).toMatchObject({ seq, hash });
      await subscriber.close();

      for (const page of ['screen', 'overlay']) {
        const facts = await read(`/${page}/game:100/facts?token=${view}`);
        expect(facts).toContain(shownAs[policy]);
        expect(facts.includes('Kid One')).toBe(policy === 'full');
      }

      for (const address of ['club', 'club/upcoming_games', 'games/sunday-5s/markers', 'live/game:100/log'])
        expect(await read(address), address).toMatch(/Kid One/);
      const log = await gateway.call<{ entries: { state: unknown }[] }>('GET', 'live/game:100/log?state=true', {
        token: TOKENS.club,
      });
      const states = JSON.stringify(log.body.entries.map((entry) => entry.state));
      expect(states.includes('Kid One')).toBe(policy === 'full');
      const scores = await gateway.call('PATCH', 'games/sunday-5s/scores', {
        token: TOKENS.club,
        body: { scores: { '1': 0 } },
      });
      expect(scores.status).toBe(200);
      expect(JSON.stringify(scores.body)).toContain('Kid One');
    },
  );

  it('rule NAME-4: is told to subscribers when it changes', async () => {
    await gateway.import(world('full', null));
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    await subscriber.subscribe('game:100');
    await gateway.import(world('none', null));
    const delta = await subscriber.next('delta');
    expect(delta).toMatchObject({ cause: [{ action: 'edited' }] });
    expect(JSON.stringify(delta)).toContain('Player');
    await subscriber.close();
  });

  it('rule NAME-4: hides the names of before also from who comes back', async () => {
    await gateway.import(world('full', null));
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    const { epoch, seq } = await subscriber.subscribe('game:100');
    const byKid = { primary_player_pc_id: 1, primary_player_type: 'junior', type: 'Shot' };
    await post('games/sunday-5s/marker', goal(byKid), TOKENS.club);
    expect(JSON.stringify(await subscriber.next('delta'))).toContain('Kid One');
    await gateway.import(world('none', null));
    await subscriber.next('delta');
    subscriber.send({ type: 'subscribe', channel: 'game:100', since: { epoch, seq } });
    expect(JSON.stringify(await subscriber.next('snapshot'))).not.toContain('Kid One');
    await subscriber.close();
  });
});

describe('public_names of a tournament', () => {
  const markers = 'tournaments/autumn-cup/matches/701/markers';
  beforeAll(async () => {
    const byGuest = { primary_player_pc_id: 77, primary_player_type: 'junior', team: 'home', scorer: 'Kid Guest' };
    await post(markers, goal(byGuest), TOKENS.tournament);
  });

  it.each(PUBLIC_NAMES)(
    'rule NAME-3: %s: the key of an authorized club gets what the live state shows',
    async (policy) => {
      await gateway.import(world(null, policy));
      const hidden = policy !== 'full';
      const addresses = [
        'live/match:701',
        markers,
        'live/match:701/log',
        'live/match:701/log?state=true',
        'club/matches',
      ];
      for (const address of addresses)
        expect((await read(address, TOKENS.club)).includes('Kid Guest'), address).toBe(!hidden);
      // The connected app of a user who manages the tournament too.
      expect(await read('clubs/riverside-fc/matches', TOKENS.app)).toContain('Kid Guest');
      for (const address of [markers, 'live/match:701/log', 'tournaments/autumn-cup/matches'])
        expect(await read(address, TOKENS.tournament), address).toContain('Kid Guest');
      expect((await read('live/match:701', TOKENS.tournament)).includes('Kid Guest')).toBe(!hidden);
    },
  );
});

describe('the data file', () => {
  it('keeps public_names in an export and an import', async () => {
    await gateway.import(world('none', 'initials'));
    const { body: data } = await gateway.call<object>('GET', '/api/admin/export', { token: ADMIN_TOKEN });
    const second = await openTestGateway({ data });
    try {
      const { body } = await second.call<object>('GET', '/api/admin/export', { token: ADMIN_TOKEN });
      expect(body).toEqual(data);
      expect(body).toMatchObject({
        clubs: [{ public_names: 'none' }, { public_names: 'full' }],
        tournaments: [{ public_names: 'initials' }, { public_names: 'full' }],
      });
    } finally {
      await second.close();
    }
  });

  it('leaves the policy alone when a newer file does not mention it, and sets the default by null', async () => {
    await gateway.import(world('none', null));
    await gateway.import(world(null, null));
    expect(await read('/api/admin/export', ADMIN_TOKEN)).toContain('"public_names":"none"');
    const [club] = testWorld().clubs;
    await gateway.import({ touchline_data: 1, clubs: [{ ...club, games: [], public_names: null }] });
    expect((JSON.parse(await read('/api/admin/export', ADMIN_TOKEN)) as { clubs: object[] }).clubs[0]).toMatchObject({
      public_names: 'full',
    });
  });

  it('refuses any other value with its place', async () => {
    const [club] = testWorld().clubs;
    const file = { touchline_data: 1, clubs: [{ ...club, public_names: 'some' }] };
    const { status, body } = await gateway.call<{ details: { path: string }[] }>('POST', '/api/admin/import', {
      token: ADMIN_TOKEN,
      body: file,
    });
    expect(status).toBe(422);
    expect(body.details.map(({ path }) => path)).toEqual(['clubs[0].public_names']);
  });
});
