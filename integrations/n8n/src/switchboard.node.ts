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
  const qs = valuesOf(request.query, node.getNodeParameter('filters', index, {}), node.getTimezone());
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
    cursor = cursorAfter(page);
  }
  return all;
}

interface Page {
  pagination?: { nextCursor: string | null };
  nextCursor?: string | null;
  cursor?: string;
  hasMore?: boolean;
}

/** Returns the cursor of the next page; null after the last one. A feed has a cursor there too, to ask again later. */
function cursorAfter({ hasMore, cursor, pagination, nextCursor }: Page): string | null {
  if (hasMore !== undefined) return (hasMore && cursor) || null;
  return pagination?.nextCursor ?? nextCursor ?? null;
}

function bodyOf(node: ExecuteFunctions, { fields }: OperationRequest, index: number) {
  if (!fields) return null;
  const optional = node.getNodeParameter('fields', index, {}) as object;
  // A parameter that is hidden for this type of message has no value.
  const shown = fields.map(([name = '']) => [name, node.getNodeParameter(name, index, null)]);
  const set = Object.fromEntries(shown.filter(([, value]) => value !== null));
  return valuesOf(fields, { ...set, ...optional }, node.getTimezone());
}

/** Returns the values that are set, as the API takes them. */
function valuesOf(fields: string[][], given: unknown, timeZone: string): Record<string, unknown> {
  const values = given as Record<string, unknown>;
  return Object.fromEntries(
    fields.flatMap(([name = '', kind]): [string, unknown][] => {
      const value = values[name];
      if (value === undefined || value === null || value === '') return [];
      if (kind === 'time') return [[name, timeOf(name, String(value), timeZone)]];
      if (kind === 'json' && typeof value === 'string') return [[name, parsed(name, value)]];
      if (kind === 'texts' && typeof value === 'string')
        return [[name, value.split(',').map((one) => one.trim())]];
      return [[name, value]];
    }),
  );
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} is not valid JSON: ${(cause as Error).message}`);
  }
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;

/** Returns a time as ISO 8601. One without an offset, as n8n's calendar gives it, is in the time zone of the workflow. */
function timeOf(name: string, value: string, timeZone: string): string {
  const isLocal = LOCAL_TIME.test(value);
  const utc = value.length === 10 ? `${value}T00:00Z` : `${value.replace(' ', 'T')}Z`;
  const ms = Date.parse(isLocal ? utc : value);
  if (Number.isNaN(ms)) throw new Error(`${name} is not a time: ${value}`);
  if (!isLocal) return new Date(ms).toISOString();
  // The offset at the time itself differs from the first guess where summer time begins or ends in between.
  return new Date(ms - offsetAt(ms - offsetAt(ms, timeZone), timeZone)).toISOString();
}

/** Returns how far a time zone is ahead of UTC at a time, in milliseconds. Swedish writes times as ISO 8601 does. */
function offsetAt(ms: number, timeZone: string): number {
  const local = new Date(ms).toLocaleString('sv-SE', { timeZone });
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(ms / 1_000) * 1_000;
}
