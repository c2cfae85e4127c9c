// `npm start` and `npm run demo` (`--demo`): makes ready what is missing, then runs everything until Ctrl-C.
import { setupOrExit } from './setup.mjs';

await setupOrExit();
const { runLauncher } = await import('../dist/server/launcher.js');
process.exit(await runLauncher({ demo: process.argv.includes('--demo') }));
