// What `npm run soak` takes, and the commands that it prints.
import { expect, it } from 'vitest';
import { againCommand, readSoakOptions } from '../../loadtest/soak-options.ts';
import { ALL_CASES, KINDS } from '../support/fuzz/cases.ts';

const argumentsOf = (command: string): string[] => command.split(' ').slice(4);

it('takes each command that it prints for a finding', () => {
  for (const { name } of KINDS) {
    const command = againCommand(647_539, 10, { kind: name, number: 12 });
    expect(command.startsWith('npm run soak -- ')).toBe(true);
    expect(readSoakOptions(argumentsOf(command))).toMatchObject({
      isFuzz: true,
      seed: 647_539,
      only: { kind: name, number: 12 },
    });
  }
  const whole = readSoakOptions(argumentsOf(againCommand(647_539, 10, { kind: ALL_CASES, number: 0 })));
  expect(whole, 'what no case does alone is the whole run again').toEqual({
    isFuzz: true,
    seed: 647_539,
    minutes: 10,
    only: null,
  });
});

it('refuses a kind, a seed and a time that do not exist', () => {
  expect(readSoakOptions(['--fuzz', '--only', 'all', '--case', '0'])).toBeNull();
  expect(readSoakOptions(['--fuzz', '--only', KINDS[0]?.name ?? ''])).toBeNull();
  expect(readSoakOptions(['--seed', 'x'])).toBeNull();
  expect(readSoakOptions(['--minutes', '0'])).toBeNull();
  expect(readSoakOptions(['--seed', '7'])).toMatchObject({ minutes: 5, seed: 7, isFuzz: false, only: null });
});
