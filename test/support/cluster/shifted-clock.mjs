// Loaded before a process of a test (`node --import`): shifts its wall clock by some ms. TEST_CLOCK_SHIFT_MS sets the shift
// once; the file in TEST_CLOCK_FILE may change it at any time. A second number in the file is how many ms have passed besides:
// `performance.now()` goes on by so much. Timers do not.
import { readFileSync } from 'node:fs';
import { openMovedDate } from '../moved-date.mjs';

const file = process.env.TEST_CLOCK_FILE;
const shiftMs = process.env.TEST_CLOCK_SHIFT_MS;

if (file || shiftMs) {
  const date = openMovedDate();
  date.setAhead(Number(shiftMs ?? 0));
  if (file) {
    const look = () => {
      const [shift, passed = NaN] = readFileSync(file, 'utf8').split(' ').map(Number);
      // An empty file is one that is being written.
      if (Number.isNaN(passed)) return;
      date.setAhead(shift + passed);
      passedMs = passed;
    };
    const sinceStart = performance.now.bind(performance);
    let passedMs = 0;
    performance.now = () => sinceStart() + passedMs;
    look();
    setInterval(look, 20).unref();
  }
}
