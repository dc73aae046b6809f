// Loaded before a process of a test (`node --import`): sets its wall clock off by some ms. TEST_CLOCK_SHIFT_MS gives them
// once; the file that TEST_CLOCK_FILE names gives them anew at any time. `performance.now()` is as it was.
import { readFileSync } from 'node:fs';

const file = process.env.TEST_CLOCK_FILE;
const RealDate = Date;
const shiftMs = process.env.TEST_CLOCK_SHIFT_MS;
let offsetMs = Number(shiftMs ?? 0);

if (file) {
  const look = () => {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') offsetMs = Number(text);
  };
  look();
  setInterval(look, 20).unref();
}
if (file || shiftMs) {
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(RealDate.now() + offsetMs);
      else super(...parts);
    }
    static now() {
      return RealDate.now() + offsetMs;
    }
  };
}
