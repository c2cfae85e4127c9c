import type { OpenAPI } from '@orpc/contract';

/** A JSON Schema of the OpenAPI document. */
interface Schema {
  $ref?: string;
  type?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  [keyword: string]: unknown;
}

/** A tool of the MCP server: an operation of the public API. */
export interface ApiTool {
  name: string;
  title: string;
  description: string;
  inputSchema: {
    type: 'object';
    properties: Record<string, Schema>;
    required: string[];
    [keyword: string]: unknown;
  };
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  method: string;
  /** The path below `/api/v1`, with its parameters in braces. */
  path: string;
  inPath: string[];
  inQuery: string[];
  hasBody: boolean;
}

/** Where a prompt could make a program send the data of a workspace: a message from outside must not reach it. */
const LEFT_OUT = /^webhookEndpoints\./;
/** Operations whose effect leaves the workspace. */
const REACHES_CUSTOMERS = /^messages\.(send|react|markRead)$|^broadcasts\./;
/**
 * POSTs that replace or end what is there. In MCP, a tool that is not destructive only adds, and assistants may call it
 * without asking.
 */
const REPLACES = /^contacts\.(batch|merge|undoMerge)$|^broadcasts\.cancel$/;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const IDEMPOTENCY_KEY: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Makes the call safe to repeat: the same key with the same arguments gets the same response.',
};

/** Returns the tools for the operations of an OpenAPI document; new operations become tools by themselves. */
export function toolsOf(document: OpenAPI.Document): ApiTool[] {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method] as OpenAPI.OperationObject | undefined;
      if (!operation || LEFT_OUT.test(operation.operationId ?? '') || !takesJson(operation)) return [];
      return [toolOf(method, path, operation, schemas)];
    }),
  );
}

/** A tool has arguments in JSON: a file cannot be one. */
function takesJson({ requestBody }: OpenAPI.OperationObject): boolean {
  return !requestBody || ('content' in requestBody && requestBody.content['application/json'] !== undefined);
}

function toolOf(
  method: (typeof METHODS)[number],
  path: string,
  operation: OpenAPI.OperationObject,
  schemas: Record<string, Schema>,
): ApiTool {
  const id = operation.operationId ?? '';
  const title = operation.summary ?? id;
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const parameters = (operation.parameters ?? []) as OpenAPI.ParameterObject[];
  const given = parameters.filter((one) => one.in !== 'header');
  for (const { name, description, schema, required: isRequired } of given) {
    properties[name] = { ...(schema as Schema), ...(description === undefined ? {} : { description }) };
    if (isRequired) required.push(name);
  }
  const body = bodyOf(operation, schemas);
  for (const [name, schema] of Object.entries(body.properties)) {
    if (properties[name]) throw new Error(`${id}: ${name} is both a parameter and a field of the body`);
    properties[name] = schema;
  }
  required.push(...body.required);
  if (method === 'post') properties.idempotencyKey = IDEMPOTENCY_KEY;
  return {
    name: id.replace('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title,
    description: [title, operation.description].filter(Boolean).join('. '),
    inputSchema: {
      type: 'object',
      properties,
      required,
      additionalProperties: false,
      ...definitionsOf(properties, schemas),
    },
    annotations: {
      title,
      readOnlyHint: method === 'get',
      destructiveHint: !['get', 'post'].includes(method) || REPLACES.test(id),
      idempotentHint: method !== 'post',
      openWorldHint: REACHES_CUSTOMERS.test(id),
    },
    method: method.toUpperCase(),
    path,
    inPath: given.filter((one) => one.in === 'path').map(({ name }) => name),
    inQuery: given.filter((one) => one.in === 'query').map(({ name }) => name),
    hasBody: operation.requestBody !== undefined,
  };
}

/** Returns the fields of a body. Of a body with several forms, all of them: the API says what does not fit. */
function bodyOf(operation: OpenAPI.OperationObject, schemas: Record<string, Schema>) {
  const content =
    operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {};
  const schema = content['application/json']?.schema as Schema | undefined;
  if (!schema) return { properties: {}, required: [] };
  const forms = formsOf(schema, schemas);
  const [first, ...others] = forms.map(({ required = [] }) => required);
  const properties: Record<string, Schema> = {};
  for (const form of forms) {
    for (const [name, part] of Object.entries(form.properties ?? {})) {
      const known = properties[name];
      properties[name] = known === undefined ? part : joined(known, part);
    }
  }
  return { properties, required: (first ?? []).filter((name) => others.every((one) => one.includes(name))) };
}

function formsOf(schema: Schema, schemas: Record<string, Schema>): Schema[] {
  const found = schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const forms = found.oneOf ?? found.anyOf;
  return forms ? forms.flatMap((one) => formsOf(one, schemas)) : [found];
}

/** Returns one schema for a field that differs between forms: `type` of a message has a value in each. */
function joined(first: Schema, second: Schema): Schema {
  const values = [first, second].map((one) => one.enum ?? (one.const === undefined ? null : [one.const]));
  const [some, more] = values;
  if (some && more) return { ...first, const: undefined, enum: [...new Set([...some, ...more])] };
  return first;
}

/** Returns the named schemas that some fields refer to, as `$defs`, and makes the fields refer to them there. */
function definitionsOf(properties: Record<string, Schema>, schemas: Record<string, Schema>) {
  const found: Record<string, Schema> = {};
  const collect = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(collect);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, value]): [string, unknown][] => {
        if (value === undefined || key === 'discriminator') return [];
        if (key !== '$ref' || typeof value !== 'string') return [[key, collect(value)]];
        const name = value.split('/').at(-1) ?? '';
        if (!found[name]) {
          found[name] = {};
          found[name] = collect(schemas[name]) as Schema;
        }
        return [['$ref', `#/$defs/${name}`]];
      }),
    );
  };
  for (const [name, schema] of Object.entries(properties)) properties[name] = collect(schema) as Schema;
  return Object.keys(found).length > 0 ? { $defs: found } : {};
}
