// `npm start` and `npm run demo` (`--demo`): prepares the clone, then runs all processes until Ctrl-C.
import { setupOrExit } from './setup.mjs';

const parent = process.ppid;
const isUnderNpm = Boolean(process.env.npm_lifecycle_event);

await setupOrExit();
// npm ended during the setup without a signal to this process.
if (isUnderNpm && process.ppid !== parent) process.exit(1);
const { runLauncher } = await import('../dist/server/launcher.js');
process.exit(await runLauncher({ demo: process.argv.includes('--demo'), isUnderNpm }));
