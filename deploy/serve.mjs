// Runs everything from what is built, as `npm start` does after its setup: nothing is installed or built here, so the
// folder of the program can be read-only.
import { runLauncher } from '../dist/server/launcher.js';

process.exit(await runLauncher());
