// The operator's command line: `npm run -s admin -- <command> --json`. Standard output is only for the
// command, so the setup writes to standard error.
import { fileURLToPath } from 'node:url';
import { setup } from './setup.mjs';

try {
  await setup({ output: process.stderr });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (process.argv.includes('--json'))
    console.log(JSON.stringify({ error: { code: 'setup_failed', message } }));
  else console.error(message);
  process.exit(1);
}
const entry = new URL('../dist/server/admin.js', import.meta.url);
process.argv[1] = fileURLToPath(entry);
await import(entry);
