// `npm run bench -- api` or `-- inference`: compares the product with a minimal implementation (the floor),
// as a ratio within one run on one machine.
import { setupOrExit } from './setup.mjs';

const benches = {
  api: () => import('./bench/api.mjs'),
  assist: () => import('./bench/assist.mjs'),
  broadcast: () => import('./bench/broadcast.mjs'),
  callbacks: () => import('./bench/callbacks.mjs'),
  contacts: () => import('./bench/contacts.mjs'),
  fairness: () => import('./bench/fairness.mjs'),
  import: () => import('./bench/import.mjs'),
  insights: () => import('./bench/insights.mjs'),
  search: () => import('./bench/search.mjs'),
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
