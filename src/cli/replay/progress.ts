// Prints the progress of a replay.
import type { MatchScript, Step } from './script.ts';

const WORDS: Readonly<Record<string, string>> = {
  Start: 'Kick-off',
  HalfTime: 'Half-time',
  FullTime: 'Full time',
  End: 'End',
  ExtraTime1: 'Extra time, first half',
  ExtraTime2: 'Extra time, second half',
  PenaltyShootout: 'Penalty shootout',
  PenaltyScored: 'Penalty scored',
  PenaltyMissed: 'Penalty missed',
  YellowCard: 'Yellow card',
  RedCard: 'Red card',
};

/** One line per step, with names from the script: `18'  Goal: Mario Mandžukić (Croatia), own goal`. */
export function printStep(script: MatchScript, step: Step): string {
  const sides = { home: script.home, away: script.away };
  const named = Object.values(sides).flatMap((side) =>
    [...side.lineup.starters, ...side.lineup.substitutes].map((player) => ({ ...player, team: side.name })),
  );
  const find = (id: unknown) => named.find((player) => String(player.id) === String(id));
  const first = find(step.fields['primary_player_pc_id']);
  const second = find(step.fields['secondary_player_pc_id']);
  const minute = step.fields['minute'] ?? String(Math.floor(Math.max(0, step.offsetMs) / 60_000) + 1);
  const isLifecycle = step.offsetMs < 0 || (step.fields['minute'] === undefined && first === undefined);
  const people = [first && `${first.name} (${first.team})`, second?.name].filter((name) => name !== undefined);
  const label = step.fields['label'];
  return [
    (isLifecycle ? '' : `${minute}'`).padStart(6),
    `  ${WORDS[step.type] ?? step.type}`,
    people.length > 0 ? `: ${people.join(', ')}` : '',
    label === undefined ? '' : `, ${label}`,
  ].join('');
}
