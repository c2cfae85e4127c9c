/** Databases take JSON that is nested up to so many levels: MariaDB 32, MySQL 100. Ours goes into other JSON too. */
export const JSON_LEVELS = 24;
const HALF_A_PAIR = /\p{Surrogate}/gu;

/** What stands where a value was nested more deeply than can be stored. */
const CUT = '(nested too deeply to be kept)';

/** Whether a JSON column takes this value: nested reasonably, and nothing but well-formed Unicode in it. */
export function isStorableJson(value: unknown): boolean {
  let isFine = true;
  walk(value, {
    text: (text) => {
      if (text.search(HALF_A_PAIR) >= 0) isFine = false;
      return text;
    },
    tooDeep: () => {
      isFine = false;
      return CUT;
    },
  });
  return isFine;
}

/**
 * Makes parsed JSON of others storable, in place: halves of surrogate pairs become U+FFFD, and what is nested
 * too deeply is cut. Without recursion, because it is there for values that would overflow the stack.
 */
export function makeStorableJson(value: unknown, levels = JSON_LEVELS): unknown {
  return walk(value, { text: (text) => text.replace(HALF_A_PAIR, '\ufffd'), tooDeep: () => CUT }, levels);
}

interface Visitor {
  text(text: string): string;
  tooDeep(): string;
}

type Node = Record<string, unknown>;

function walk(value: unknown, { text, tooDeep }: Visitor, levels = JSON_LEVELS): unknown {
  const root: Node = { value };
  const open: { node: Node; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    for (const [name, child] of Object.entries(node)) {
      let kept = typeof child === 'string' ? text(child) : child;
      if (isNode(kept)) {
        if (depth > levels) kept = tooDeep();
        else open.push({ node: kept, depth: depth + 1 });
      }
      const keptName = text(name);
      if (keptName !== name) delete node[name];
      // Defined and not assigned: `__proto__` is a field like any other.
      if (keptName !== name || kept !== child) {
        Object.defineProperty(node, keptName, {
          value: kept,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
    }
  }
  return root.value;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
