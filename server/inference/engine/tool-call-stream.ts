import type { FromEngine } from '../protocol.ts';

interface ParamsChunk {
  callIndex: number;
  functionName: string;
  paramsChunk: string;
}

/**
 * Sends tool calls as the model writes them. The first piece of each call contains the name. Blank lines that
 * the engine writes after the parameters are left out. For calls without parameters, it reports only the end.
 */
export function toolCallStream(id: string, send: (message: FromEngine) => void) {
  const begun = new Set<number>();
  /** Whitespace that is sent only if more text follows. */
  let blanks = '';
  let ended = 0;

  function report(index: number, functionName: string, piece: string): void {
    const name = begun.has(index) ? null : functionName;
    if (name === null && piece === '') return;
    begun.add(index);
    send({ ev: 'tool-call', id, index, name, arguments: piece });
  }

  return {
    onFunctionCallParamsChunk: ({ callIndex, functionName, paramsChunk }: ParamsChunk): void => {
      const text = blanks + paramsChunk;
      const piece = text.trimEnd();
      blanks = text.slice(piece.length);
      report(callIndex, functionName, piece);
    },
    onFunctionCall: ({ functionName, params }: { functionName: string; params: unknown }): void => {
      if (!begun.has(ended)) report(ended, functionName, JSON.stringify(params ?? {}));
      ended += 1;
      blanks = '';
    },
  };
}

/**
 * Returns the calls in a truncated text: those that are complete, and the last one with what there is of its arguments.
 * The text is one object with a name and arguments, or a list of them.
 */
export function writtenCalls(text: string): { name: string; arguments: string }[] {
  return objectsIn(text).flatMap((object) => {
    const name = /"name"\s*:\s*"([^"]+)"/.exec(object)?.[1];
    if (name === undefined) return [];
    const rest = /"arguments"\s*:\s*([\s\S]*)$/.exec(object)?.[1] ?? '';
    const isComplete = object.endsWith('}') && depthOf(object) === 0;
    return [{ name, arguments: isComplete ? rest.slice(0, -1).trimEnd() : rest }];
  });
}

/** Splits a text into its outermost objects; the last one may lack its end. */
function objectsIn(text: string): string[] {
  const objects: string[] = [];
  let start = -1;
  for (const { at, depth } of bracesIn(text)) {
    if (depth === 1 && start < 0) start = at;
    else if (depth === 0) {
      objects.push(text.slice(start, at + 1));
      start = -1;
    }
  }
  return start < 0 ? objects : [...objects, text.slice(start)];
}

function depthOf(text: string): number {
  return bracesIn(text).at(-1)?.depth ?? 0;
}

/** Returns the braces of JSON outside strings, each with the number of objects that are open after it. */
function bracesIn(text: string): { at: number; depth: number }[] {
  let depth = 0;
  return [...text.matchAll(/"(?:\\[\s\S]|[^"\\])*(?:"|$)|[{}]/g)].flatMap(({ 0: found, index: at }) => {
    if (found.startsWith('"')) return [];
    depth += found === '{' ? 1 : -1;
    return [{ at, depth }];
  });
}
