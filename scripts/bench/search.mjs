// Compares the time of a search with reading one contact, in a tenant of a million contacts, over HTTP.
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { record, slug } from './results.mjs';
import { createQueries } from './search-queries.mjs';
import { inWorkplace } from './search-workplace.mjs';

const ROUNDS = 300;
const WARM_UP_SHARE = 0.1;
const WALK = 200;
const NEIGHBOURS = 8;
const CHANGES = 150;

/** Runs the benchmark and prints the results. */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      contacts: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      rounds: { type: 'string', default: String(ROUNDS) },
    },
  });
  const rounds = Number(values.rounds);
  await inWorkplace({ contacts: Number(values.contacts), folder: values.data }, async (place) => {
    console.log(
      `one tenant of ${place.contacts} contacts, 1 connection, ${rounds} requests of each kind, alternating`,
    );
    await measureMix(createClient(place.port, place.big.key), createQueries(place.big), rounds);
    await measureWalk(createClient(place.port, place.big.key), place.contacts);
    await measureChanges(place, Math.min(CHANGES, rounds));
    await measureNeighbours(place, rounds);
  });
}

/** Runs every kind once per round, so that drift of the machine affects all of them equally. */
async function measureMix(client, queries, rounds) {
  const times = Object.fromEntries(Object.keys(queries).map((kind) => [kind, []]));
  for (let round = -Math.ceil(rounds * WARM_UP_SHARE); round < rounds; round += 1) {
    for (const [kind, next] of Object.entries(queries)) {
      const path = next();
      const { ms } = await client.ask(path);
      if (round >= 0) times[kind].push(ms);
    }
  }
  const [floor] = Object.values(times);
  for (const [kind, list] of Object.entries(times)) printTimes(kind, list, floor);
  client.close();
}

/** Walks the unfiltered list by cursor, from its start and from a late page. Each page must cost the same. */
async function measureWalk(client, contacts) {
  const start = await walk(client, '');
  printTimes(`cursor walk, pages 1-${WALK}`, start);
  const far = Math.floor((contacts / 20) * 0.8);
  const { body } = await client.ask(`/contacts?page=${far}`);
  printTimes(
    `cursor walk, ${WALK} pages from page ${far}`,
    await walk(client, body.pagination.nextCursor),
    start,
  );
  client.close();
}

async function walk(client, from) {
  const times = [];
  for (let cursor = from; cursor !== null && times.length < WALK; ) {
    const { ms, body } = await client.ask(`/contacts?${cursor && `cursor=${cursor}`}`);
    times.push(ms);
    cursor = body.pagination.nextCursor;
  }
  return times;
}

/** Measures the cost of keeping contacts searchable, alternating between a large and a small tenant. */
async function measureChanges({ port, big, small }, changes) {
  const tenants = [small, big].map(({ name, key }) => {
    return { name, client: createClient(port, key), create: [], rename: [], delete: [] };
  });
  for (let round = 0; round < changes; round += 1) {
    for (const { client, ...times } of tenants) {
      const phone = `99900${String(round).padStart(6, '0')}`;
      const made = await client.ask('/contacts', 'POST', { name: `Benedikt Übermut ${round}`, phone });
      const path = `/contacts/${made.body.id}`;
      times.create.push(made.ms);
      times.rename.push((await client.ask(path, 'PATCH', { name: `Benedetta Couto ${round}` })).ms);
      times.delete.push((await client.ask(path, 'DELETE')).ms);
    }
  }
  const [few, many] = tenants;
  for (const kind of ['create', 'rename', 'delete']) {
    printTimes(`${kind} a contact, tenant of 10,000`, few[kind]);
    printTimes(`${kind} a contact, the large tenant`, many[kind], few[kind]);
  }
  for (const { client } of tenants) client.close();
}

/** Measures the latency of a small tenant: alone, and during searches in a small or the large one. */
async function measureNeighbours({ port, big, small, otherSmall }, rounds) {
  console.log(`a tenant of ${small.people.length > 0 ? '10,000' : '0'}, searched by 1 connection`);
  const alone = await searchesOf(port, small, rounds);
  printTimes('alone', alone);
  const nextToSmall = await duringSearches(port, otherSmall, () => searchesOf(port, small, rounds));
  printTimes(`with ${NEIGHBOURS} connections searching a tenant of equal size`, nextToSmall, alone);
  const nextToBig = await duringSearches(port, big, () => searchesOf(port, small, rounds));
  printTimes(`with ${NEIGHBOURS} connections searching the large tenant`, nextToBig, nextToSmall);
}

async function searchesOf(port, tenant, rounds) {
  const client = createClient(port, tenant.key);
  const queries = createQueries(tenant, 23);
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['part of a name, 4-8 characters', 'list, page 1', 'GET by id (the floor)'])
      times.push((await client.ask(queries[kind]())).ms);
  }
  client.close();
  return times;
}

async function duringSearches(port, tenant, work) {
  let isOver = false;
  const searching = Array.from({ length: NEIGHBOURS }, async (_, seed) => {
    const client = createClient(port, tenant.key);
    const queries = createQueries(tenant, 31 + seed);
    const kinds = [
      'full name',
      'part of a name, 4-8 characters',
      'middle of a phone, 5-7 digits',
      '3 characters',
    ];
    for (let turn = 0; !isOver; turn += 1) await client.ask(queries[kinds[turn % kinds.length]]());
    client.close();
  });
  const times = await work();
  isOver = true;
  await Promise.all(searching);
  return times;
}

/** One kept-alive connection. `ask` resolves when the complete response has arrived. */
function createClient(port, key) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${key}` };
  const ask = (path, method = 'GET', body = undefined) =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? '' : JSON.stringify(body);
      const more = sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) };
      const started = performance.now();
      const outgoing = request(
        { port, host: '127.0.0.1', path: `/api/v1${path}`, method, agent, headers: { ...headers, ...more } },
        (response) => {
          const parts = [];
          response.on('data', (part) => parts.push(part));
          response.on('end', () => {
            const ms = performance.now() - started;
            const text = Buffer.concat(parts).toString();
            if (response.statusCode < 300) resolve({ ms, body: JSON.parse(text) });
            else reject(new Error(`${method} ${path} returned ${response.statusCode}: ${text}`));
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(sent);
    });
  return { ask, close: () => agent.destroy() };
}

function printTimes(kind, times, floor = times) {
  const [p50, p95] = [at(times, 0.5), at(times, 0.95)];
  const hasFloor = floor !== times;
  record({
    ...{ id: `search/${slug(kind)}`, name: kind, unit: 'ms', ours: p95 },
    ...(hasFloor && { floor: at(floor, 0.95), ratio: p95 / at(floor, 0.95) }),
    ms: { p50, p95, p99: at(times, 0.99) },
  });
  const ratio = !hasFloor ? '' : `  × ${(p95 / at(floor, 0.95)).toFixed(1)}`;
  console.log(
    `  ${kind.padEnd(52)} p50 ${p50.toFixed(2).padStart(7)} ms  p95 ${p95.toFixed(2).padStart(7)} ms${ratio}`,
  );
}

function at(times, share) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
