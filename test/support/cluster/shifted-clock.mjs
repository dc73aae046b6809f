// Loaded before a process of a test (`node --import`): shifts its wall clock by some ms. TEST_CLOCK_SHIFT_MS sets the shift
// once; the file in TEST_CLOCK_FILE may change it at any time. `performance.now()` is unchanged.
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
