import { invalidValue } from './openai-error.ts';

/** Limits on converting the schemas of one request. Exceeding any of them returns 400. */
export const SCHEMA_LIMITS = {
  /** Characters in the JSON of one schema. */
  text: 65_536,
  /** Subschemas in one schema, and in all schemas of one request. */
  nodes: 5_000,
  nodesPerRequest: 20_000,
  /** Properties in all objects of one schema. */
  properties: 1_000,
  /** Values in all enums of one schema. */
  enumValues: 2_000,
  /** Entries under `$defs`. The engine's work grows with their number times the number of subschemas. */
  definitions: 250,
  /**
   * Sum of the limits of lengths and of items in all schemas of one request. The engine writes each repetition as a
   * rule of its own: 100,000 of them take it a third of a second.
   */
  repetitions: 100_000,
  /** Entries in one `type` list, which is the number of JSON types. */
  types: 7,
} as const;

/** Counts the work of converting one schema. Every method throws when its limit is exceeded. */
export interface SchemaCounter {
  /** @throws {OpenAiError} 400 if the text is too long. */
  checkText(schema: unknown): void;
  /** Counts a subschema before it is converted. @throws {OpenAiError} 400 */
  countNode(): void;
  /** @throws {OpenAiError} 400 */
  checkDefinitions(count: number): void;
  /** @throws {OpenAiError} 400 */
  countProperties(count: number): void;
  /** @throws {OpenAiError} 400 */
  countEnumValues(count: number): void;
  /** @throws {OpenAiError} 400 */
  countRepetitions(count: number): void;
}

export type SchemaBudget = ReturnType<typeof createSchemaBudget>;

/** Returns the budget of one request; all schemas of the request share it. */
export function createSchemaBudget() {
  let total = 0;
  let repetitions = 0;
  return {
    /** Number of subschemas converted so far. */
    get nodes() {
      return total;
    },
    /** Returns a counter for one schema. `param` names the field of the request that holds it. */
    counterFor(param: string): SchemaCounter {
      let nodes = 0;
      let properties = 0;
      let enumValues = 0;
      const refuse = (what: string, limit: number, hint: string): never => {
        const most = limit.toLocaleString('en-US');
        throw invalidValue(param, `The schema in '${param}' has more than ${most} ${what}. ${hint}`);
      };
      return {
        checkText: (schema) => {
          if (textLength(schema, param) > SCHEMA_LIMITS.text)
            refuse('characters', SCHEMA_LIMITS.text, 'Shorten its descriptions or split it.');
        },
        countNode: () => {
          nodes += 1;
          total += 1;
          if (nodes > SCHEMA_LIMITS.nodes) refuse('subschemas', SCHEMA_LIMITS.nodes, 'Simplify or split it.');
          if (total > SCHEMA_LIMITS.nodesPerRequest) {
            const most = SCHEMA_LIMITS.nodesPerRequest.toLocaleString('en-US');
            const message = `The schemas in this request have more than ${most} subschemas combined. Send fewer tools.`;
            throw invalidValue(param, message);
          }
        },
        checkDefinitions: (count) => {
          if (count > SCHEMA_LIMITS.definitions)
            refuse('definitions', SCHEMA_LIMITS.definitions, 'Simplify or split it.');
        },
        countProperties: (count) => {
          properties += count;
          if (properties > SCHEMA_LIMITS.properties)
            refuse('properties', SCHEMA_LIMITS.properties, 'Simplify or split it.');
        },
        countRepetitions: (count) => {
          repetitions += count;
          if (repetitions > SCHEMA_LIMITS.repetitions) {
            const most = SCHEMA_LIMITS.repetitions.toLocaleString('en-US');
            const message = `The limits of lengths and items in '${param}' add up to more than ${most}. Lower or remove some.`;
            throw invalidValue(param, message);
          }
        },
        countEnumValues: (count) => {
          enumValues += count;
          if (enumValues > SCHEMA_LIMITS.enumValues)
            refuse('enum values', SCHEMA_LIMITS.enumValues, 'For more values, use a plain string.');
        },
      };
    },
  };
}

function textLength(schema: unknown, param: string): number {
  try {
    return JSON.stringify(schema).length;
  } catch {
    // JSON.stringify is recursive, unlike JSON.parse: the schema is nested thousands of levels deep.
    throw invalidValue(param, `The schema in '${param}' is nested too deeply.`);
  }
}
