// The scenarios by their names.
import { burst } from './burst.ts';
import { connect } from './connect.ts';
import { fanout } from './fanout.ts';
import { markers } from './markers.ts';
import type { Options } from './options.ts';
import { reads } from './reads.ts';
import { slow } from './slow.ts';
import { steady } from './steady.ts';
import { storm } from './storm.ts';
import { turns } from './turns.ts';

export const scenarios: Readonly<Record<string, (options: Options) => Promise<void>>> = {
  fanout,
  markers,
  reads,
  storm,
  slow,
  turns,
  burst,
  steady,
  connect,
};
