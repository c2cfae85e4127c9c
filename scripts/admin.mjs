// The operator's command line: `npm run -s admin -- <command> --json`. Standard output belongs to the
// command alone, so what the setup has to say goes to standard error.
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
