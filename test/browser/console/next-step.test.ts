// The steps that the console offers next.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '../../../src/browser/console/local-fold.ts';
import { nextSteps } from '../../../src/browser/console/next-step.ts';
import { boardOf, cupMatch, empty, game, play } from '../../support/play.ts';

describe('the next step', () => {
  const walk = (kind: 'game' | 'match'): readonly string[] => {
    let match = empty(kind === 'game' ? game() : cupMatch());
    const seen: string[] = [];
    for (let minute = 0; minute < 200; minute += 50) {
      const { main } = nextSteps(kind, boardOf(match));
      if (main === null) break;
      seen.push(main.label);
      match = play(match, { id: minute + 1, at: minute, type: main.type });
    }
    return [...seen, boardOf(match).period];
  };
  it('leads from kick-off to full time, in a game and in a match', () => {
    expect(walk('match')).toEqual(['Kick-off', 'Half-time', 'Start 2nd half', 'Full time', 'full_time']);
    expect(walk('game')).toEqual(['Kick-off', 'End 1st half', 'Start 2nd half', 'Full time', 'full_time']);
  });

  it.each(['game', 'match'] as const)('ends a %s of one half after its only half', (kind) => {
    const format = { ...DEFAULT_FORMAT, halves: 1 as const };
    const begun = play(kind === 'game' ? game({ format }) : cupMatch({}, { format }), { id: 1, at: 0, type: 'Start' });
    const { main } = nextSteps(kind, boardOf(begun), 1);
    expect(main).toMatchObject({ label: 'Full time', confirm: 'End the match?' });
    expect(boardOf(play(begun, { id: 2, at: 46, type: main?.type ?? 'Start' })).period).toBe('full_time');
  });

  it.each(['game', 'match'] as const)('always has an effect, in any situation of a %s', (kind) => {
    const step = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (choices) => {
        let match = empty(kind === 'game' ? game() : cupMatch());
        for (const [index, choice] of choices.entries()) {
          const board = boardOf(match);
          const { main, more } = nextSteps(kind, board);
          const offered = [...(main === null ? [] : [main]), ...more];
          // Extra time and a shootout are offered only after a draw, so this match is always level.
          for (const [place, { type }] of offered.entries()) {
            const after = boardOf(play(match, { id: 1_000 + index * 10 + place, at: (index + 1) * 7, type }));
            const moved = after.period !== board.period || after.clock.running !== board.clock.running;
            const isOver = board.period === 'full_time';
            expect(moved || isOver, `${type} in ${board.period}`).toBe(true);
          }
          const taken = offered[choice % Math.max(1, offered.length)];
          if (taken) match = play(match, { id: index + 1, at: (index + 1) * 7, type: taken.type });
        }
      }),
    );
  });

  it('needs confirmation only before full time and before a reset', () => {
    const confirmed = new Set<string>();
    const periods = ['not_started', 'first_half', 'half_time', 'second_half', 'penalty_shootout', 'full_time'] as const;
    for (const period of periods) {
      for (const kind of ['game', 'match'] as const) {
        const { main, more } = nextSteps(kind, {
          status: 'live',
          period,
          clock: { running: true, elapsed_ms: 0 },
          score: {},
        });
        for (const step of [main, ...more]) if (step?.confirm !== undefined) confirmed.add(step.label);
      }
    }
    expect([...confirmed]).toEqual(['Full time']);
  });
});
