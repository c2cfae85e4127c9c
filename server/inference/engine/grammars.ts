import { type Llama, type LlamaGrammar, LlamaText } from 'node-llama-cpp';
import { schemaGrammar } from '../grammar/schema-grammar.ts';
import type { AnswerForm, GrammarSchema } from '../protocol.ts';

const KEPT = 100;
/** Maximum number of calls in one answer. */
const MAX_CALLS = 8;
/** The end of a value. Models do not always stop where a grammar ends. */
const END = '\n\n\n\n';

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
      if (form.is === 'tool-call') return of(callSchema(form));
      return null;
    },
  };
}

async function compile(llama: Llama, schema: GrammarSchema | null): Promise<LlamaGrammar> {
  try {
    return schema === null
      ? await llama.getGrammarFor('json')
      : await llama.createGrammar({
          grammar: schemaGrammar(schema, ` "${'\\n'.repeat(END.length)}" [\\n]*`),
          stopGenerationTriggers: [LlamaText([END])],
          trimWhitespaceSuffix: true,
        });
  } catch (error) {
    throw new SchemaError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the schema of a call of one of the tools, of a list of calls, or of an answer in their place. */
function callSchema({
  tools,
  mayCallSeveral,
  answer,
}: Extract<AnswerForm, { is: 'tool-call' }>): GrammarSchema {
  const call = {
    oneOf: tools.map(({ name, parameters }) => ({
      type: 'object',
      properties: {
        name: { const: name },
        arguments: parameters ?? { type: 'object', properties: {} },
      },
    })),
  };
  const calls = mayCallSeveral ? { type: 'array', items: call, minItems: 1, maxItems: MAX_CALLS } : call;
  if (answer === null) return calls;
  return { oneOf: [{ type: 'object', properties: { answer } }, calls] };
}
