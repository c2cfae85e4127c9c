/** A value for the other world: plain data, or a function or promise by id. */
type Wire =
  | { kind: 'data'; data: unknown }
  | { kind: 'error'; message: string }
  | { kind: 'list'; items: Wire[] }
  | { kind: 'object'; entries: [string, Wire][] }
  | { kind: 'function' | 'promise'; id: number };
type Outcome = { ok: true; value: Wire } | { ok: false; message: string };
type Callable = (...args: unknown[]) => unknown;

interface Settling {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * One end of the bridge between the page's world and the preload's. Both have the same document, so its
 * events reach both synchronously. The browser clones their details, so no objects are shared. Functions stay
 * in their world and are called by id.
 */
export class BridgeEnd {
  private readonly functions: Callable[] = [];
  private readonly promises: Settling[] = [];
  private readonly outcomes: Outcome[] = [];
  private readonly here: string;
  private readonly there: string;

  constructor(key: string, side: 'page' | 'preload') {
    this.here = `${key}:${side}`;
    this.there = `${key}:${side === 'page' ? 'preload' : 'page'}`;
    this.listen<{ id: number; args: Wire[] }>('call', ({ id, args }) => {
      this.dispatch(
        'outcome',
        this.run(() => this.functions[id]?.(...args.map((arg) => this.unwrap(arg)))),
      );
    });
    this.listen<Outcome>('outcome', (outcome) => this.outcomes.push(outcome));
    this.listen<{ id: number; outcome: Outcome }>('settled', ({ id, outcome }) => {
      if (outcome.ok) this.promises[id]?.resolve(this.unwrap(outcome.value));
      else this.promises[id]?.reject(new Error(outcome.message));
    });
  }

  dispatch(what: string, detail: unknown): void {
    window.dispatchEvent(new CustomEvent(`${this.there}:${what}`, { detail }));
  }

  listen<T>(what: string, listener: (detail: T) => void): void {
    window.addEventListener(`${this.here}:${what}`, (event) => {
      event.stopImmediatePropagation();
      listener((event as CustomEvent<T>).detail);
    });
  }

  wrap(value: unknown): Wire {
    if (typeof value === 'function')
      return { kind: 'function', id: this.functions.push(value as Callable) - 1 };
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
    if (typeof value !== 'object' || value === null) return { kind: 'data', data: value };
    if (value instanceof Promise) return { kind: 'promise', id: this.follow(value) };
    if (value instanceof Error) return { kind: 'error', message: value.message };
    if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => this.wrap(item)) };
    if (isClonedWhole(value)) return { kind: 'data', data: value };
    return { kind: 'object', entries: Object.entries(value).map(([key, item]) => [key, this.wrap(item)]) };
  }

  unwrap(wire: Wire): unknown {
    switch (wire.kind) {
      case 'data':
        return wire.data;
      case 'error':
        return new Error(wire.message);
      case 'list':
        return wire.items.map((item) => this.unwrap(item));
      case 'object':
        return Object.fromEntries(wire.entries.map(([key, item]) => [key, this.unwrap(item)]));
      case 'function':
        return (...args: unknown[]) => this.call(wire.id, args);
      case 'promise':
        return new Promise((resolve, reject) => {
          this.promises[wire.id] = { resolve, reject };
        });
    }
  }

  private call(id: number, args: unknown[]): unknown {
    this.dispatch('call', { id, args: args.map((arg) => this.wrap(arg)) });
    const outcome = this.outcomes.pop();
    if (!outcome) throw new Error('The preload has ended.');
    if (outcome.ok) return this.unwrap(outcome.value);
    throw new Error(outcome.message);
  }

  private run(work: () => unknown): Outcome {
    try {
      return { ok: true, value: this.wrap(work()) };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  private follow(promise: Promise<unknown>): number {
    followed += 1;
    const id = followed;
    promise.then(
      (value) => this.dispatch('settled', { id, outcome: this.run(() => value) }),
      (error) =>
        this.dispatch('settled', { id, outcome: { ok: false, message: String(error?.message ?? error) } }),
    );
    return id;
  }
}

let followed = 0;

function isClonedWhole(value: object): boolean {
  return (
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer ||
    value instanceof Date ||
    value instanceof Blob ||
    value instanceof Map ||
    value instanceof Set ||
    value instanceof RegExp
  );
}
