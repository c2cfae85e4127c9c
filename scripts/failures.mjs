// `npm run faults`: injects failures into the running product and checks what its clients wrote down. The options are
// in `npm run faults -- --help`. Bundles the campaign (test/campaign) first, because Node 20 runs no TypeScript.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupOrExit } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist', 'failures');

await setupOrExit();
await bundle();
const { runCampaign } = await import(join(folder, 'main.js'));
// `--faults 200` is the same as `--count 200`.
const args = process.argv.slice(2).map((word) => (word === '--faults' ? '--count' : word));
process.exit(await runCampaign(root, args));

async function bundle() {
  const { rolldown } = await import('rolldown');
  const campaign = await rolldown({
    cwd: root,
    input: { main: 'test/campaign/main.ts', clients: 'test/campaign/clients.ts' },
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[a-zA-Z]:\\/.test(id),
    logLevel: 'warn',
  });
  await campaign.write({ dir: folder, format: 'esm', sourcemap: true, entryFileNames: '[name].js' });
  await campaign.close();
  // The receiver's program lies beside the code that starts it.
  cpSync(join(root, 'test', 'helpers', 'webhook-receiver', 'receiver.mjs'), join(folder, 'receiver.mjs'));
}
