// `npm run pin-binaries`: pins the installed binaries of uWebSockets.js, after its package was replaced on purpose.
import { pinBinaries } from './native-binary.mjs';

const missing = await pinBinaries();
process.stdout.write(
  'Wrote src/cli/supply-chain/uwebsockets-binaries.json. Compare it with the release, then commit it.\n',
);
if (missing.length > 0)
  process.stdout.write(`The package has no ${missing.join(', ')}: Touchline refuses to start there.\n`);
