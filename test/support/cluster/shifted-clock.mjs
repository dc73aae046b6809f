// Loaded before a node of a test (`node --import`): its wall clock is off by as many ms as the file named by TEST_CLOCK_FILE
// says, as if somebody had set it. `performance.now()` goes on, as it does then.
import { readFileSync } from 'node:fs';

const file = process.env.TEST_CLOCK_FILE;
const RealDate = Date;
let offsetMs = 0;

if (file) {
  const look = () => {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') offsetMs = Number(text);
  };
  look();
  setInterval(look, 20).unref();
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
