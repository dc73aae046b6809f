import { expect, test } from 'vitest';
import { nameRule, shortName } from '../../../src/browser/shared/player-names.ts';

test('rule PAGE-24: a board writes all names in full, or all short', () => {
  const long = [
    'Ana Silva',
    'Pierre-Emerick Emiliano François Aubameyang',
    'Wolfeschlegelsteinhausenbergerdorff',
    null,
  ];
  expect(['Ana Silva', 'Pierre-Emerick Emiliano François Aubameyang'].map(nameRule(long))).toEqual([
    'A. Silva',
    'P. Aubameyang',
  ]);
  expect(['Ana Silva', 'Bo Ek'].map(nameRule(['Ana Silva', 'Bo Ek']))).toEqual(['Ana Silva', 'Bo Ek']);
  expect(['Virgil van Dijk', 'Ana da Silva', 'Šime Vrsaljko', 'Ιωάννης Παπαδόπουλος'].map(shortName)).toEqual([
    'V. van Dijk',
    'A. da Silva',
    'Š. Vrsaljko',
    'Ι. Παπαδόπουλος',
  ]);
  expect(['محمد صلاح', 'Wolfeschlegelsteinhausenbergerdorff', ''].map(shortName)).toEqual([
    'محمد صلاح',
    'Wolfeschlegelsteinhausenbergerdorff',
    '',
  ]);
});
