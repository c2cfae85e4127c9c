/**
 * Encodes values for other processes as JSON, with the plain data that structured clone supports. Used in the
 * isolated world, main and tests, so it must not depend on Node.
 */
export function encode(value: unknown): string {
  return JSON.stringify(wrap(value, []));
}

export function decode(text: string): unknown {
  return unwrap(JSON.parse(text));
}

type Wrapped = null | boolean | number | string | [kind: string, ...rest: unknown[]];

function wrap(value: unknown, above: readonly object[]): Wrapped {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : ['number', String(value)];
  if (value === undefined) return ['undefined'];
  if (typeof value === 'bigint') return ['bigint', String(value)];
  if (typeof value !== 'object' || above.includes(value)) throw new Error('An object could not be cloned.');
  const path = [...above, value];
  if (value instanceof Date) return ['date', value.getTime()];
  if (value instanceof Error) return ['error', value.name, value.message];
  if (value instanceof ArrayBuffer) return ['buffer', toBase64(new Uint8Array(value))];
  if (ArrayBuffer.isView(value)) return ['bytes', toBase64(bytesOf(value))];
  if (Array.isArray(value)) return ['array', value.map((item) => wrap(item, path))];
  if (value instanceof Map) return ['map', [...value].map((pair) => pair.map((item) => wrap(item, path)))];
  if (value instanceof Set) return ['set', [...value].map((item) => wrap(item, path))];
  return ['object', Object.entries(value).map(([key, item]) => [key, wrap(item, path)])];
}

function unwrap(wrapped: Wrapped): unknown {
  if (!Array.isArray(wrapped)) return wrapped;
  const [kind, first, second] = wrapped as [string, never, never];
  return makers[kind]?.(first, second);
}

const pairs = (entries: Wrapped[][]) => entries.map((pair) => pair.map(unwrap) as [unknown, unknown]);

const makers: Record<string, (first: never, second: never) => unknown> = {
  undefined: () => undefined,
  number: (text: string) => Number(text),
  bigint: (text: string) => BigInt(text),
  date: (time: number) => new Date(time),
  error: (name: string, message: string) => Object.assign(new Error(message), { name }),
  buffer: (text: string) => fromBase64(text).buffer,
  bytes: (text: string) => fromBase64(text),
  array: (items: Wrapped[]) => items.map(unwrap),
  map: (entries: Wrapped[][]) => new Map(pairs(entries)),
  set: (items: Wrapped[]) => new Set(items.map(unwrap)),
  object: (entries: [string, Wrapped][]) =>
    Object.fromEntries(entries.map(([key, item]) => [key, unwrap(item)])),
};

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x8000)
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
