// The parts of the assistant's budget that the engine decides. Each kind of work alternates with the others in one run.
import { directEngine } from './inference-engine.mjs';
import { median, record, slug } from './results.mjs';

/** A conversation, what its tasks add, what a new message adds, and what a draft has; in tokens. */
const RULES = 250;
const CHAT = 850;
const TASK = 220;
const MESSAGE = 40;
const DRAFT = 50;
const LINE = 'The customer ordered a blue lamp in May and asks when it will arrive. ';
/** What a model of 3.2 billion parameters reads and writes in a second on two cores (docs/benchmarks.md). */
const READS = 45;
const WRITES = 14.4;
/** Makes a model write the letter a until the limit. */
const LETTER_A = { logitBias: { 97: 100 }, temperature: 0 };

/** Compares the first word on a click on a conversation that is warm, in a file, and has to be read. */
export async function warm({ entry, modelPath, rounds, open, cache }) {
  const lines = await tokenLines(entry, modelPath);
  const afterOthers = async (engine, conversation) => {
    await engine.readAhead(conversation);
    for (let other = 0; other < open; other += 1) await engine.readAhead(lines.conversation());
    return engine.click(conversation);
  };
  await alternate(
    'first word on a click, conversation of 1,100 tokens',
    {
      'read ahead, still in a slot': await kind(entry, modelPath, {}, async (engine, conversation) => {
        await engine.readAhead(conversation);
        return engine.click(conversation);
      }),
      [`read ahead, ${open} others since, from a file`]: await kind(entry, modelPath, { cache }, afterOthers),
      'the same without files': await kind(entry, modelPath, {}, afterOthers),
      'no prefix reused': await kind(entry, modelPath, {}, (engine, conversation) =>
        engine.click(conversation),
      ),
    },
    { lines, rounds, figure: 'firstMs' },
  );
}

/** Compares a caller alone with one beside the work ahead of need, and beside the same as if it were callers'. */
export async function callers({ entry, modelPath, rounds, cache }) {
  const lines = await tokenLines(entry, modelPath);
  const beside = (requestClass) => async (engine) => {
    // One writes, and one reads a long prompt that is then kept.
    const writing = engine.start(lines.prompt(200), 2_000, requestClass, LETTER_A);
    await writing.begun;
    const reading = engine.start(lines.prompt(3_000), 0, requestClass, {
      conversation: `c${performance.now()}`,
    });
    await reading.taken;
    try {
      return await engine.chat(lines.prompt(300), 8, 0, LETTER_A);
    } finally {
      await Promise.all([writing.stop(), reading.stop()]);
    }
  };
  const kinds = {
    alone: (engine) => engine.chat(lines.prompt(300), 8, 0, LETTER_A),
    'beside two requests ahead': beside(2),
    'beside the same without classes': beside(0),
  };
  const engines = Object.fromEntries(
    await Promise.all(
      Object.entries(kinds).map(async ([name, run]) => [name, await kind(entry, modelPath, { cache }, run)]),
    ),
  );
  await alternate('first token of a caller', engines, { lines, rounds, figure: 'firstMs', keep: true });
  await alternate('whole answer of the caller, 8 tokens', engines, { lines, rounds, figure: 'ms' });
}

/** Compares what arrivals in thirty conversations cost: a message is read ahead, then a draft of 50 tokens is written. */
export async function arrivals({ entry, modelPath, rounds, open, cache }) {
  const lines = await tokenLines(entry, modelPath);
  const kinds = {
    'no prefix reused': await arriving(entry, modelPath, { open }, lines, true),
    'slots alone': await arriving(entry, modelPath, { open }, lines),
    'slots and files': await arriving(entry, modelPath, { open, cache }, lines),
  };
  const sums = Object.fromEntries(
    Object.keys(kinds).map((name) => [name, { count: 0, read: 0, written: 0, ms: 0 }]),
  );
  for (let round = 0; round < Math.max(2, rounds); round += 1)
    for (const [name, { arrive }] of Object.entries(kinds)) {
      const done = await arrive(round);
      // The first message of each conversation is read by all of them.
      if (round === 0) continue;
      for (const one of done) {
        sums[name].count += 1;
        sums[name].read += one.read;
        sums[name].written += one.tokens;
        sums[name].ms += one.ms;
      }
    }
  for (const { stop } of Object.values(kinds)) stop();
  console.log(
    `an arrival in one of ${open} conversations, in turns: read ahead, and a draft of ${DRAFT} tokens`,
  );
  const floor = sums['no prefix reused'].ms / sums['no prefix reused'].count;
  for (const [name, { count, read, written, ms }] of Object.entries(sums)) {
    const tokens = `reads ${(read / count).toFixed(0).padStart(5)} tokens`;
    // Half of all arrivals are no reason for a draft: bursts, thanks, a saved reply that fits.
    record({
      ...{ id: `assist/arrivals/${slug(name)}`, name: `an arrival: ${name}`, unit: 'ms', ours: ms / count },
      ...(ms / count !== floor && { floor, beside: 'no prefix reused', ratio: ms / count / floor }),
    });
    const hours = ((read / count / READS + written / count / WRITES) * 500) / 3_600;
    line(
      name,
      `${tokens}, ${(ms / count).toFixed(1).padStart(6)} ms, × ${(ms / count / floor).toFixed(2)}; 1,000 a day with 3B: ${hours.toFixed(1)} h`,
    );
  }
}

async function arriving(entry, modelPath, { open: count, cache }, lines, isFresh = false) {
  const engine = await withTasks(await directEngine(entry, modelPath, cache), lines);
  const open = Array.from({ length: count }, () => lines.conversation());
  return {
    stop: engine.stop,
    arrive: async () => {
      const done = [];
      for (const conversation of open) {
        conversation.chat += lines.text(MESSAGE);
        const given = isFresh ? { ...conversation, rules: lines.unique(RULES) } : conversation;
        if (!isFresh) done.push({ ...(await engine.readAhead(given)), tokens: 0 });
        const draft = await engine.chat(engine.messages(given, lines.text(TASK)), DRAFT, 2, {
          ...LETTER_A,
          conversation: given.id,
        });
        const ahead = isFresh ? { read: 0, ms: 0 } : done.pop();
        done.push({ ...draft, read: draft.read + ahead.read, ms: draft.ms + ahead.ms });
      }
      return done;
    },
  };
}

/** Compares the correction of a text with and without guesses, by how much of the text stays. */
export async function corrections({ entry, modelPath, rounds, text: long }) {
  const lines = await tokenLines(entry, modelPath);
  // The model writes nothing but the letter a, so a text of it is repeated whole, and each b in it is corrected.
  const corrected = (every) =>
    Array.from({ length: long }, (_, index) => (every && index % every === every - 1 ? 'b' : 'a')).join('');
  const write = (expected) => (engine) =>
    engine.chat(lines.prompt(120), long, 0, { ...LETTER_A, ...(expected ? { expected } : {}) });
  const texts = {
    'without guesses': null,
    'all of it stays': corrected(0),
    'one token in 20 is another': corrected(20),
    'one token in 8 is another': corrected(8),
    'one token in 4 is another': corrected(4),
    'nothing of it stays': 'b'.repeat(long),
  };
  const engine = await withTasks(await directEngine(entry, modelPath), lines);
  const kinds = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      { run: () => write(text)(engine), stop: engine.stop },
    ]),
  );
  await alternate(`correction of a text of ${long} tokens`, kinds, { lines, rounds, figure: 'ms' });
}

/** Starts an engine for one kind of work. */
async function kind(entry, modelPath, { cache }, run) {
  const lines = await tokenLines(entry, modelPath);
  const own = cache && { ...cache, folder: `${cache.folder}-${Math.round(performance.now() * 1_000)}` };
  const engine = await withTasks(await directEngine(entry, modelPath, own), lines);
  return { run: () => run(engine, lines.conversation(), lines), stop: engine.stop };
}

/** Adds to an engine what the assistant asks of it. */
async function withTasks(engine, lines) {
  const messages = ({ rules, chat }, task = '') => [
    { role: 'system', content: rules },
    { role: 'user', content: chat + task },
  ];
  const all = {
    ...engine,
    messages,
    readAhead: (conversation) => engine.chat(messages(conversation), 0, 2, { conversation: conversation.id }),
    click: (conversation) =>
      engine.chat(messages(conversation, lines.text(TASK)), 8, 0, {
        ...LETTER_A,
        conversation: conversation.id,
      }),
  };
  await engine.chat(lines.prompt(300), 8, 0, LETTER_A);
  return all;
}

/** Returns texts of a number of tokens, as this model counts them. */
async function tokenLines(entry, modelPath) {
  const engine = await directEngine(entry, modelPath);
  const count = async (text) => (await engine.chat([{ role: 'user', content: text }], 0)).promptTokens;
  const perLetter = ((await count(LINE.repeat(3))) - (await count(LINE))) / (LINE.length * 2);
  engine.stop();
  let made = 0;
  const text = (tokens) => {
    const letters = Math.round(tokens / perLetter);
    return LINE.repeat(Math.ceil(letters / LINE.length)).slice(0, letters);
  };
  const unique = (tokens) => {
    made += 1;
    return `Case ${made}-${process.hrtime.bigint()}. ${text(tokens)}`;
  };
  const rules = text(RULES);
  return {
    text,
    unique,
    prompt: (tokens) => [{ role: 'user', content: unique(tokens) }],
    conversation: () => ({ id: `c${process.hrtime.bigint()}`, rules, chat: unique(CHAT) }),
  };
}

/** Runs each kind once per round in turns, and prints medians beside the first. */
async function alternate(title, kinds, { rounds, figure, keep = false }) {
  const names = Object.keys(kinds);
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)])
      runs[name].push((await kinds[name].run())[figure]);
  if (!keep) for (const { stop } of Object.values(kinds)) stop();
  console.log(`${title}; medians of ${rounds} alternating rounds`);
  const [first] = names;
  for (const name of names) {
    const ratios = runs[name].map((ms, index) => ms / runs[first][index]);
    record({
      ...{ id: `assist/${slug(title)}/${slug(name)}`, name: `${title}: ${name}`, unit: 'ms' },
      ours: median(runs[name]),
      ...(name !== first && {
        floor: median(runs[first]),
        beside: first,
        ratio: median(ratios),
        rounds: ratios,
      }),
    });
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    line(name, `${median(runs[name]).toFixed(1).padStart(8)} ms, × ${median(ratios).toFixed(2)} (${range})`);
  }
}

function line(name, value) {
  console.log(`  ${name.padEnd(46)} ${value}`);
}
