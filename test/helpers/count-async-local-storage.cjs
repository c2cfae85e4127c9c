// Loaded before a server (`node --require`): counts how often its code enters an AsyncLocalStorage, and writes it at the end.
const { AsyncLocalStorage } = require('node:async_hooks');

let uses = 0;
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function counted(...values) {
    uses += 1;
    return original.apply(this, values);
  };
}
process.once('exit', () => process.stdout.write(`async local storage: ${uses}\n`));
