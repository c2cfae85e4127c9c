/** The deepest stored nesting. MariaDB takes 32 levels, MySQL 100, and other JSON embeds the values. */
export const JSON_LEVELS = 24;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Replaces values that are nested too deeply. */
const CUT = '(nested too deeply to be kept)';

/** Whether a JSON column accepts this value: not nested too deeply, and only well-formed Unicode. */
export function isStorableJson(value: unknown): boolean {
  let isFine = true;
  walk(value, {
    text: (text) => {
      if (text.search(LONE_SURROGATE) >= 0) isFine = false;
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
 * Makes third-party JSON storable, in place: replaces unpaired surrogates with U+FFFD and cuts off deep
 * nesting. Not recursive, because such values could overflow the stack.
 */
export function makeStorableJson(value: unknown, levels = JSON_LEVELS): unknown {
  return walk(value, { text: (text) => text.replace(LONE_SURROGATE, '\ufffd'), tooDeep: () => CUT }, levels);
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
      // Not an assignment, because `__proto__` is a field like any other.
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
