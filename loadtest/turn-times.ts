// The long turns of a gateway's event loop, as turn-probe.mjs writes them down.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Arguments of a process that writes its long turns into TURNS_FILE. */
export const TURN_PROBE = ['--import', path.resolve(import.meta.dirname, 'turn-probe.mjs')];

/** A turn of more than 5 ms. `gcMs`: garbage collection in it. */
type LongTurn = { readonly wallMs: number; readonly cpuMs: number; readonly gcMs: number };

type TurnTimes = { readonly turns: number; readonly long: readonly LongTurn[] };

/** The limit of a turn, ms. */
export const TURN_MS = 10;

/** What the process has written so far: a line twice a second. */
export async function readTurns(file: string): Promise<TurnTimes> {
  await sleep(1_000);
  return turnsIn(readFileSync(file, 'utf8'));
}

/** The lines of a file. The last one may not be whole. */
export function turnsIn(text: string): TurnTimes {
  const parts = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TurnTimes);
  return { turns: parts.at(-1)?.turns ?? 0, long: parts.flatMap(({ long }) => long) };
}

/** Time that the gateway itself worked in a turn. Its thread runs no longer than the clock; a collection may wait too. */
export const ownMs = ({ wallMs, cpuMs, gcMs }: LongTurn): number => Math.max(0, Math.min(wallMs, cpuMs) - gcMs);

/** The turns after `before`, in lines to print. */
export function turnLines(before: TurnTimes, after: TurnTimes): string[] {
  const long = after.long.slice(before.long.length);
  const over = (ms: (turn: LongTurn) => number): number => long.filter((turn) => ms(turn) > TURN_MS).length;
  const largest = long
    .map(ownMs)
    .sort((a, b) => b - a)
    .slice(0, 5);
  return [
    `turns: ${after.turns - before.turns}; over ${TURN_MS} ms by the clock: ${over(({ wallMs }) => wallMs)}`,
    `… by CPU time of the thread: ${over(({ wallMs, cpuMs }) => Math.min(wallMs, cpuMs))}; garbage collection aside: ${over(ownMs)}`,
    `the longest by CPU time, garbage collection aside: ${largest.map((ms) => `${ms.toFixed(1)} ms`).join(', ') || 'below 5 ms'}`,
  ];
}
