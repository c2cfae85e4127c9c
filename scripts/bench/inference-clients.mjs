// One to sixteen programs that ask at the same time, all with the same long instructions, as an assistant's callers do: beside
// programs of which each has instructions of its own, and beside a peer.
import { chat } from './inference-chat.mjs';
import { median, record } from './results.mjs';

const CLIENTS = [1, 2, 4, 8, 16];
/** What a client asks, one after the other. */
const QUESTIONS = ['When will it arrive?', 'Can I return it?', 'Do you have it in red?'];
const ANSWER_TOKENS = 32;
/** A few hundred tokens in most vocabularies. */
const INSTRUCTIONS =
  'Answer as the assistant of a lamp shop. Orders before noon leave on the same day. Returns are free for a month. '.repeat(
    12,
  );

/** Measures all numbers of clients, in turns. `ours` and `peer` are servers as `chat` takes them; `peer` may be null. */
export async function measureClients({ ours, peer, rounds }) {
  const sides = {
    own: (group) => ask(ours, group, (client) => `${client}`),
    shared: (group) => ask(ours, group, () => 'all'),
    ...(peer && { peer: (group) => ask(peer, group, () => 'all') }),
  };
  const names = Object.keys(sides);
  for (const clients of CLIENTS) {
    const runs = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const index of names.keys()) {
        const name = names[(index + round) % names.length];
        // Never the instructions of an earlier run: what one side has read would be there for the next one.
        runs[name].push(await sides[name]({ clients, label: `${Date.now()} ${name}` }));
      }
    report(clients, runs);
  }
}

/** Lets all clients ask their questions, one after the other; returns tokens a second of all, and the median first token. */
async function ask(target, { clients, label }, groupOf) {
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const system = { role: 'system', content: `${label} ${groupOf(client)}. ${INSTRUCTIONS}` };
      const each = [];
      for (const content of QUESTIONS) {
        const messages = [system, { role: 'user', content: `Client ${client}: ${content}` }];
        each.push(await chat(target, { messages, max_tokens: ANSWER_TOKENS, temperature: 0.7 }));
      }
      return each;
    }),
  );
  const all = answers.flat();
  const tokens = all.reduce((sum, answer) => sum + answer.tokens, 0);
  return {
    speed: tokens / ((performance.now() - startedAt) / 1_000),
    firstMs: median(all.map((answer) => answer.firstMs)),
  };
}

const FLOORS = { own: 'instructions of their own', peer: 'the peer' };

function report(clients, { shared, ...floors }) {
  const of = (runs, figure) => median(runs.map((run) => run[figure]));
  for (const [name, runs] of Object.entries(floors)) {
    const ratios = shared.map((run, round) => run.speed / runs[round].speed);
    record({
      id: `inference/clients/${name}/${clients}`,
      name: `${clients} clients with the same instructions, answers of ${ANSWER_TOKENS} tokens`,
      ...{ unit: 'tokens/s', ours: of(shared, 'speed'), floor: of(runs, 'speed'), beside: FLOORS[name] },
      ...{ ratio: median(ratios), rounds: ratios, ms: { p50: of(shared, 'firstMs') } },
      ...(name === 'own' && {
        growth: { of: 'clients', at: clients, series: 'tokens a second, same instructions', cost: 'ours' },
      }),
    });
    console.log(
      `${clients} clients, beside ${FLOORS[name]}`.padEnd(45) +
        ` ${of(shared, 'speed').toFixed(0)} and ${of(runs, 'speed').toFixed(0)} tokens/s (× ${median(ratios).toFixed(2)}), ` +
        `first token after ${of(shared, 'firstMs').toFixed(0)} and ${of(runs, 'firstMs').toFixed(0)} ms`,
    );
  }
}
