import { PROPERTIES, REQUESTS } from './generated.ts';
import type { ExecuteFunctions, Item, OperationRequest } from './n8n.ts';
import { send } from './request.ts';

/** The action node: every operation of the public API, by resource. */
export class Switchboard {
  description = {
    displayName: 'Switchboard',
    name: 'switchboard',
    icon: 'file:switchboard.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Contacts, messages, conversations and templates of a Switchboard workspace',
    defaults: { name: 'Switchboard' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: 'switchboardApi', required: true }],
    properties: PROPERTIES,
  };

  async execute(this: ExecuteFunctions): Promise<Item[][]> {
    const results: Item[] = [];
    for (const [index] of this.getInputData().entries()) {
      try {
        const found = await run(this, index);
        results.push(...found.map((json) => ({ json, pairedItem: { item: index } })));
      } catch (error) {
        if (!this.continueOnFail()) throw Object.assign(error as Error, { context: { itemIndex: index } });
        const { message, code = null } = error as Error & { code?: string };
        results.push({ json: { error: message, code }, pairedItem: { item: index } });
      }
    }
    return [results];
  }
}

/** Runs the operation for one item, and returns the things of its response: of a list, each one. */
async function run(node: ExecuteFunctions, index: number): Promise<Item['json'][]> {
  const name = `${node.getNodeParameter('resource', index)}.${node.getNodeParameter('operation', index)}`;
  const request = REQUESTS[name];
  if (!request) throw new Error(`There is no operation ${name}.`);
  const { method, isPaged } = request;
  const path = request.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(node.getNodeParameter(parameter, index) ?? '').trim();
    if (value === '' || value === '.' || value === '..') throw new Error(`${parameter} is missing.`);
    return encodeURIComponent(value);
  });
  const qs = valuesOf(request.query, node.getNodeParameter('filters', index, {}));
  const body = bodyOf(node, request, index);
  // The same in each attempt of n8n to repeat the node, and another one in each turn of a loop.
  const key = `n8n-${node.getExecutionId()}-${node.getNode().id}-${node.getWorkflowDataProxy(index).$runIndex}-${index}`;
  const headers: Record<string, string> =
    method === 'POST' ? { 'Idempotency-Key': key.replace(/[^\w-]/g, '_').slice(0, 255) } : {};
  const sent = { method, path, headers, ...(body ? { body } : {}) };
  if (!isPaged) {
    const answer = await send(node, { ...sent, qs });
    return Array.isArray(answer.data)
      ? answer.data
      : Array.isArray(answer.results)
        ? answer.results
        : [answer];
  }
  if (!node.getNodeParameter('returnAll', index, false)) {
    const limit = node.getNodeParameter('limit', index, 50);
    return (await send(node, { ...sent, qs: { ...qs, limit } })).data;
  }
  const all: Item['json'][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await send(node, { ...sent, qs: { ...qs, limit: 100, ...(cursor ? { cursor } : {}) } });
    all.push(...page.data);
    cursor = page.pagination.nextCursor;
  }
  return all;
}

function bodyOf(node: ExecuteFunctions, { fields }: OperationRequest, index: number) {
  if (!fields) return null;
  const optional = node.getNodeParameter('fields', index, {}) as object;
  // A parameter that is hidden for this type of message has no value.
  const shown = fields.map(([name = '']) => [name, node.getNodeParameter(name, index, null)]);
  const set = Object.fromEntries(shown.filter(([, value]) => value !== null));
  return valuesOf(fields, { ...set, ...optional });
}

/** Returns the values that are set, as the API takes them. */
function valuesOf(fields: string[][], given: unknown): Record<string, unknown> {
  const values = given as Record<string, unknown>;
  return Object.fromEntries(
    fields.flatMap(([name = '', kind]): [string, unknown][] => {
      const value = values[name];
      if (value === undefined || value === null || value === '') return [];
      if (kind === 'time') return [[name, new Date(String(value)).toISOString()]];
      if (kind === 'json' && typeof value === 'string') return [[name, JSON.parse(value)]];
      if (kind === 'texts' && typeof value === 'string')
        return [[name, value.split(',').map((one) => one.trim())]];
      return [[name, value]];
    }),
  );
}
