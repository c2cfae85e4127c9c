// The engine process called directly, without HTTP, keys and counting: the floor of the endpoint benchmark.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const SMALL_MODEL_BYTES = 64_000_000;

/** Starts a separate engine with the model, and a cache if one is given. Resolves when it is loaded. */
export async function directEngine(entry, modelPath, cache) {
  const child = spawn(process.execPath, [entry], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    // As the server's front process starts it, unless GLIBC_TUNABLES is set.
    env: { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1', ...process.env, UV_THREADPOOL_SIZE: '1' },
  });
  const threads = statSync(modelPath).size < SMALL_MODEL_BYTES ? 1 : availableParallelism();
  child.send({ op: 'load', options: { modelPath, slots: 4, contextSize: 4_096, threads, cache } });
  await waitForMessage(child, (message) => message.ev === 'ready');
  let count = 0;
  const generate = (messages, maxTokens, requestClass, more) => {
    count += 1;
    const generation = {
      id: `direct-${count}`,
      tenant: 'bench',
      messages,
      form: { is: 'text' },
      maxTokens,
      temperature: 0.7,
      topP: 0.95,
      seed: count,
      frequencyPenalty: 0,
      presencePenalty: 0,
      stop: [],
      logitBias: {},
      prompt: null,
      topLogprobs: null,
      ...more,
    };
    child.send({ op: 'generate', generation, requestClass });
    return generation.id;
  };
  const until = (wanted, ...events) =>
    waitForMessage(child, ({ ev, id }) => id === wanted && events.includes(ev));
  return {
    stop: () => child.kill('SIGKILL'),
    pid: child.pid,
    /** Runs a request to its end. Returns its tokens, and the time until the first and the last of them. */
    chat: async (messages, maxTokens, requestClass = 0, more = {}) => {
      const started = performance.now();
      const id = generate(messages, maxTokens, requestClass, more);
      const ended = until(id, 'end', 'error');
      await until(id, 'delta', 'end', 'error');
      const firstMs = performance.now() - started;
      const end = await ended;
      if (end.ev === 'error') throw new Error(`the engine returned ${JSON.stringify(end.error)}`);
      const { promptTokens, cachedTokens, completionTokens, expected } = end.usage;
      return {
        tokens: completionTokens,
        read: promptTokens - cachedTokens,
        ...{ promptTokens, expected, firstMs, ms: performance.now() - started },
      };
    },
    /** Starts a request of a class. `taken`: a slot reads its prompt; `begun`: it is being written. */
    start: (messages, maxTokens, requestClass, more = {}) => {
      const id = generate(messages, maxTokens, requestClass, more);
      const ended = until(id, 'end', 'error');
      return {
        taken: until(id, 'start', 'error'),
        begun: until(id, 'delta', 'error'),
        stop: async () => {
          child.send({ op: 'cancel', id });
          await ended;
        },
      };
    },
  };
}

function waitForMessage(child, isWanted) {
  return new Promise((resolve, reject) => {
    const listen = (message) => {
      if (message.ev === 'load-failed') reject(new Error(message.message));
      if (!isWanted(message)) return;
      child.off('message', listen);
      resolve(message);
    };
    child.on('message', listen);
  });
}
