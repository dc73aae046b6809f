// Loaded before a process of a test (`node --import`): shifts its wall clock by some ms. TEST_CLOCK_SHIFT_MS sets the shift
// once; the file in TEST_CLOCK_FILE may change it at any time. `performance.now()` is unchanged.
import { readFileSync } from 'node:fs';
import { openMovedDate } from '../moved-date.mjs';

const file = process.env.TEST_CLOCK_FILE;
const shiftMs = process.env.TEST_CLOCK_SHIFT_MS;

if (file || shiftMs) {
  const date = openMovedDate();
  date.setAhead(Number(shiftMs ?? 0));
  if (file) {
    const look = () => {
      const text = readFileSync(file, 'utf8').trim();
      if (text !== '') date.setAhead(Number(text));
    };
    look();
    setInterval(look, 20).unref();
  }
}
