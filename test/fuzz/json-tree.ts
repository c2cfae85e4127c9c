import fc from 'fast-check';
import { hostileString, hostileValue, type Json } from './hostile-values.ts';

/** One change somewhere in a value. `at` selects the node: all nodes are equally likely. */
type Edit =
  | { kind: 'replace'; at: number; value: Json }
  | { kind: 'add'; at: number; name: string; value: Json }
  | { kind: 'remove'; at: number }
  | { kind: 'wrap'; at: number }
  | { kind: 'double'; at: number };

const at = fc.nat({ max: 400 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('replace' as const), at, value: hostileValue }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('add' as const), at, name: hostileString, value: hostileValue }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('remove' as const, 'wrap' as const, 'double' as const),
      at,
    }),
  },
);

/** Generates values with one to three errors, at any level. */
export function damaged(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(value, fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([whole, edits]) => edits.reduce(applied, whole));
}

/** Returns the value with the edit applied to the node with the number `at`. */
function applied(whole: Json, change: Edit): Json {
  const place = change.at % countNodes(whole);
  let passed = -1;
  const visit = (node: Json): Json | undefined => {
    passed += 1;
    if (passed === place) return changed(node, change);
    if (Array.isArray(node)) return node.map(visit).filter((item) => item !== undefined);
    if (node === null || typeof node !== 'object') return node;
    const kept = Object.entries(node).flatMap(([name, child]): [string, Json][] => {
      const value = visit(child);
      return value === undefined ? [] : [[name, value]];
    });
    return asObject(kept);
  };
  return visit(whole) ?? null;
}

function changed(node: Json, change: Edit): Json | undefined {
  if (change.kind === 'replace') return change.value;
  if (change.kind === 'remove') return undefined;
  if (change.kind === 'wrap') return [node];
  if (change.kind === 'double') return Array.isArray(node) ? [...node, ...node] : [node, node];
  if (Array.isArray(node)) return [...node, change.value];
  if (node === null || typeof node !== 'object') return { [change.name]: change.value };
  return asObject([...Object.entries(node), [change.name, change.value]]);
}

/** Creates an object in which `__proto__` is a field like any other. */
function asObject(entries: [string, Json][]): Json {
  const object: { [name: string]: Json } = {};
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

function countNodes(node: Json): number {
  if (node === null || typeof node !== 'object') return 1;
  return Object.values(node).reduce<number>((count, child) => count + countNodes(child), 1);
}
