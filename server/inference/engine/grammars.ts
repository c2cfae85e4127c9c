import type { Llama, LlamaGrammar } from 'node-llama-cpp';
import type { AnswerForm, GrammarSchema, Tool } from '../protocol.ts';

const KEPT = 100;

/** Thrown when a schema cannot be converted to a grammar. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** Caches grammars by schema: compiling one takes longer than writing a token, and clients repeat schemas. */
export function createGrammars(llama: Llama) {
  const kept = new Map<string, Promise<LlamaGrammar>>();

  function of(schema: GrammarSchema | null): Promise<LlamaGrammar> {
    const name = JSON.stringify(schema);
    const found = kept.get(name) ?? compile(llama, schema);
    // The most recently used grammar is last, so the first one is evicted.
    kept.delete(name);
    kept.set(name, found);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    found.catch(() => kept.delete(name));
    return found;
  }

  return {
    /** Returns the grammar that an answer must follow; null for free text. */
    for: async (form: AnswerForm): Promise<LlamaGrammar | null> => {
      if (form.is === 'json') return of(form.schema);
      if (form.is === 'tool-call') return of(callSchema(form.tools));
      return null;
    },
  };
}

async function compile(llama: Llama, schema: GrammarSchema | null): Promise<LlamaGrammar> {
  try {
    return schema === null
      ? await llama.getGrammarFor('json')
      : await llama.createGrammarForJsonSchema(schema as never);
  } catch (error) {
    throw new SchemaError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the schema of a single call to any one of the tools. */
function callSchema(tools: readonly Tool[]): GrammarSchema {
  return {
    oneOf: tools.map(({ name, parameters }) => ({
      type: 'object',
      properties: {
        name: { const: name },
        arguments: parameters ?? { type: 'object', properties: {} },
      },
    })),
  };
}
