// Loaded before a server (`node --require`): counts how often its code enters an AsyncLocalStorage, and writes that and
// the packages of OpenTelemetry that it has loaded at the end. `api` is not one of them: prom-client loads it.
const { AsyncLocalStorage } = require('node:async_hooks');

let uses = 0;
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function counted(...values) {
    uses += 1;
    return original.apply(this, values);
  };
}

process.once('exit', () => {
  const names = Object.keys(require.cache).map((file) => /@opentelemetry[\\/]([\w-]+)/.exec(file)?.[1]);
  const packages = [...new Set(names)].filter((name) => name && name !== 'api');
  process.stdout.write(`tracing: ${JSON.stringify({ uses, packages })}\n`);
});
