import { describe, expect, it } from 'vitest';
import {
  mayReachClub,
  mayReachMatch,
  mayReachTournament,
  mayReadChannel,
  requireAccount,
  requireClub,
  requireMatch,
  requireTokenCaller,
  requireTournament,
} from '../../src/auth/access.ts';
import type { Caller, PersonCaller, TokenCaller } from '../../src/auth/caller.ts';
import type { MatchScope } from '../../src/store/match-scopes.ts';
import { parseChannel } from '../../protocol/wire/ids.ts';
import { Problem } from '../../src/ops/problem.ts';

const account = (clubs: string[], tournaments: string[], isAdmin = false): TokenCaller => ({
  kind: 'connected_app',
  tokenId: 1,
  userId: 1,
  isAdmin,
  clubs: new Set(clubs),
  tournaments: new Set(tournaments),
});
const clubKey: TokenCaller = { kind: 'club_static', tokenId: 2, club: 'own' };
const cupKey: TokenCaller = { kind: 'tournament_static', tokenId: 3, tournament: 'own' };

/** One caller of each row of rule ACCESS-1, with `own` as its club or tournament. */
const callers = {
  'connected app': account(['own'], ['own']),
  'connected app, club only': account(['own'], []),
  'connected app of an administrator': account([], [], true),
  'connected app of a plain member': account([], []),
  'club key': clubKey,
  'legacy club token': { ...clubKey, kind: 'club_app' },
  'tournament key': cupKey,
  'legacy tournament token': { ...cupKey, kind: 'tournament_app' },
  'view token': {
    kind: 'view',
    tokenId: 3,
    maker: cupKey,
    viewId: 'v',
    channels: new Set(['match:1', 'tournament:own'] as const),
    expiresAt: 0,
  },
} as const satisfies Record<string, Caller>;
type Name = keyof typeof callers;

const questions: Record<string, (caller: Caller) => boolean> = {
  'its club': (caller) => mayReachClub(caller, 'own'),
  'another club': (caller) => mayReachClub(caller, 'other'),
  'its tournament': (caller) => mayReachTournament(caller, 'own'),
  'another tournament': (caller) => mayReachTournament(caller, 'other'),
  'a match of its tournament': (caller) => mayReachMatch(caller, { tournament: 'own', authorizedClubs: [] }),
  'a match its club is authorized for': (caller) =>
    mayReachMatch(caller, { tournament: 'other', authorizedClubs: ['x', 'own'] }),
  'a match of others': (caller) => mayReachMatch(caller, { tournament: 'other', authorizedClubs: ['x'] }),
};

/** Rules ACCESS-1 and ACCESS-6, row by row. */
const allowed: Record<Name, readonly (keyof typeof questions)[]> = {
  'connected app': ['its club', 'its tournament', 'a match of its tournament', 'a match its club is authorized for'],
  'connected app, club only': ['its club', 'a match its club is authorized for'],
  'connected app of an administrator': Object.keys(questions),
  'connected app of a plain member': [],
  'club key': ['its club', 'a match its club is authorized for'],
  'legacy club token': ['its club', 'a match its club is authorized for'],
  'tournament key': ['its tournament', 'a match of its tournament'],
  'legacy tournament token': ['its tournament', 'a match of its tournament'],
  'view token': [],
};

describe.each(Object.keys(callers) as Name[])('A %s', (name) => {
  it.each(Object.entries(questions))('reaches %s exactly as rule ACCESS-1 says', (question, ask) => {
    expect(ask(callers[name])).toBe(allowed[name].includes(question));
  });
});

const refusal = (act: () => unknown): number | null => {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.hint).toBeTruthy();
    return error.status;
  }
};

describe('Paths', () => {
  it('a legacy path means the resource of the token, and refuses other kinds of token', () => {
    expect(requireClub(clubKey, null)).toBe('own');
    expect(requireClub(callers['legacy club token'], null)).toBe('own');
    expect(requireTournament(cupKey, null)).toBe('own');
    expect(requireTournament(callers['legacy tournament token'], null)).toBe('own');
    for (const caller of [callers['connected app'], callers['connected app of an administrator'], cupKey]) {
      expect(refusal(() => requireClub(caller, null))).toBe(403);
    }
    for (const caller of [callers['connected app'], callers['connected app of an administrator'], clubKey]) {
      expect(refusal(() => requireTournament(caller, null))).toBe(403);
    }
  });

  it('an explicit path means the slug in it', () => {
    expect(requireClub(callers['connected app'], 'own')).toBe('own');
    expect(requireTournament(cupKey, 'own')).toBe('own');
    expect(refusal(() => requireClub(clubKey, 'other'))).toBe(403);
    expect(refusal(() => requireTournament(clubKey, 'own'))).toBe(403);
  });

  it('answers 404 for a match of another tournament only to callers with access to the tournament (rule ACCESS-7)', () => {
    expect(
      refusal(() => {
        requireMatch(cupKey, 'own', null);
      }),
    ).toBeNull();
    expect(
      refusal(() => {
        requireMatch(clubKey, 'own', null);
      }),
    ).toBe(403);
    expect(
      refusal(() => {
        requireMatch(clubKey, 'own', { authorizedClubs: ['own'] });
      }),
    ).toBeNull();
    expect(
      refusal(() => {
        requireMatch(cupKey, 'other', { authorizedClubs: [] });
      }),
    ).toBe(403);
  });

  it('a view token is refused by every endpoint except those that read its channels', () => {
    const view = callers['view token'];
    expect(refusal(() => requireClub(view, 'own'))).toBe(403);
    expect(refusal(() => requireClub(view, null))).toBe(403);
    expect(refusal(() => requireTournament(view, 'own'))).toBe(403);
    expect(refusal(() => requireTournament(view, null))).toBe(403);
    expect(
      refusal(() => {
        requireMatch(view, 'own', { authorizedClubs: [] });
      }),
    ).toBe(403);
    expect(refusal(() => requireAccount(view))).toBe(403);
    expect(refusal(() => requireTokenCaller(view))).toBe(403);
  });

  it('/resources accepts connected app tokens only', () => {
    expect(requireAccount(callers['connected app'])).toBe(callers['connected app']);
    expect(refusal(() => requireAccount(clubKey))).toBe(403);
    expect(refusal(() => requireAccount(cupKey))).toBe(403);
  });
});

describe('Live channels', () => {
  const game: MatchScope = { kind: 'game', clubSlug: 'own' };
  const match: MatchScope = { kind: 'match', tournament: { slug: 'own' }, authorizedClubs: ['own'] };

  function mayRead(caller: Caller | PersonCaller, name: string, fixture: MatchScope | null): boolean {
    const channel = parseChannel(name);
    if (channel === null) throw new Error(`${name} is no channel.`);
    return mayReadChannel(caller, channel, fixture);
  }

  it('rule ACCESS-6: have the access rule of their match, club or tournament', () => {
    expect(mayRead(clubKey, 'game:100', game)).toBe(true);
    expect(mayRead(cupKey, 'game:100', game)).toBe(false);
    expect(mayRead(clubKey, 'match:1', match)).toBe(true);
    expect(mayRead(cupKey, 'match:1', match)).toBe(true);
    expect(mayRead(clubKey, 'match:1', { ...match, authorizedClubs: [] })).toBe(false);
    expect(mayRead(clubKey, 'club:own', null)).toBe(true);
    expect(mayRead(cupKey, 'club:own', null)).toBe(false);
    expect(mayRead(clubKey, 'tournament:own', null)).toBe(false);
    expect(mayRead(cupKey, 'tournament:own', null)).toBe(true);
  });

  it('rule ACCESS-5: that do not exist are refused, to administrators too', () => {
    for (const caller of Object.values<Caller>(callers)) expect(mayRead(caller, 'match:1', null)).toBe(false);
  });

  it('of a view token are the ones it names, as long as its maker may read them', () => {
    const view = callers['view token'];
    expect(mayRead(view, 'match:1', match)).toBe(true);
    expect(mayRead(view, 'match:2', match)).toBe(false);
    expect(mayRead({ ...view, maker: account([], []) }, 'match:1', match)).toBe(false);
  });
});
