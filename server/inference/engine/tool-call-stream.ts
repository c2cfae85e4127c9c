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
