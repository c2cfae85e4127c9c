// `npm run bench -- api` or `-- inference`: compares the product with a minimal implementation (the floor),
// as a ratio within one run on one machine. `npm run bench -- all` runs all of them and writes docs/performance.md.
import { setupOrExit } from './setup.mjs';

const benches = {
  all: () => import('./bench/all.mjs'),
  api: () => import('./bench/api.mjs'),
  assist: () => import('./bench/assist.mjs'),
  broadcast: () => import('./bench/broadcast.mjs'),
  callbacks: () => import('./bench/callbacks.mjs'),
  contacts: () => import('./bench/contacts.mjs'),
  fairness: () => import('./bench/fairness.mjs'),
  import: () => import('./bench/import.mjs'),
  insights: () => import('./bench/insights.mjs'),
  reconnect: () => import('./bench/reconnect.mjs'),
  realtime: () => import('./bench/realtime.mjs'),
  endurance: () => import('./bench/endurance.mjs'),
  search: () => import('./bench/search.mjs'),
  start: () => import('./bench/start.mjs'),
  tracing: () => import('./bench/tracing.mjs'),
  workspaces: () => import('./bench/workspaces.mjs'),
  'message-search': () => import('./bench/message-search.mjs'),
  webhooks: () => import('./bench/webhooks.mjs'),
  inference: () => import('./bench/inference.mjs'),
};
const chosen = process.argv[2] ?? '';

if (!(chosen in benches)) {
  console.error(`Choose a benchmark: ${Object.keys(benches).join(', ')}. For example: npm run bench -- api`);
  process.exit(1);
}
await setupOrExit();
const { bench } = await benches[chosen]();
await bench(process.argv.slice(3));
