// `npm start` and `npm run demo` (`--demo`): makes ready what is missing, then runs everything until Ctrl-C.
import { setupOrExit } from './setup.mjs';

const parent = process.ppid;
const isUnderNpm = Boolean(process.env.npm_lifecycle_event);

await setupOrExit();
// npm was ended in the meantime, and nobody told us.
if (isUnderNpm && process.ppid !== parent) process.exit(1);
const { runLauncher } = await import('../dist/server/launcher.js');
process.exit(await runLauncher({ demo: process.argv.includes('--demo'), isUnderNpm }));
