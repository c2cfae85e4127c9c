import { z } from 'zod';
import { dashboardApi, publicApi } from '../../shared/contract/index.ts';
import { type ContractRoute, routesOf } from '../tenancy/contract-routes.ts';

/** A JSON Schema as zod writes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A route of the contract with its input as JSON Schema, from which requests are generated. */
export interface Operation extends ContractRoute {
  api: 'public' | 'dashboard';
  /** The full path, with its parameters in braces. */
  address: string;
  params: Record<string, JsonSchema>;
  query: Record<string, JsonSchema>;
  body: JsonSchema | null;
}

/** Every operation of both APIs. */
export const OPERATIONS: readonly Operation[] = [
  ...routesOf(publicApi).map((route) => operationOf('public', route)),
  ...routesOf(dashboardApi).map((route) => operationOf('dashboard', route)),
];

function operationOf(api: Operation['api'], route: ContractRoute): Operation {
  const schema = z.toJSONSchema(route.input, { io: 'input', reused: 'inline' });
  const part = (name: string) =>
    inlined(schema.properties?.[name] as JsonSchema | undefined, schema.$defs ?? {});
  return {
    ...route,
    name: `${api} ${route.name}`,
    api,
    address: `${api === 'public' ? '/api/v1' : '/api/dashboard'}${route.path}`,
    params: (part('params')?.properties ?? {}) as Record<string, JsonSchema>,
    query: (part('query')?.properties ?? {}) as Record<string, JsonSchema>,
    body: part('body') ?? null,
  };
}

/** Returns the schema with its references replaced by their targets; ours are not recursive. */
function inlined<Part>(part: Part, definitions: Record<string, unknown>): Part {
  if (Array.isArray(part)) return part.map((item) => inlined(item, definitions)) as Part;
  if (part === null || typeof part !== 'object') return part;
  const { $ref } = part as { $ref?: string };
  if ($ref) return inlined(definitions[$ref.replace('#/$defs/', '')], definitions) as Part;
  const entries = Object.entries(part).map(([name, value]) => [name, inlined(value, definitions)]);
  return Object.fromEntries(entries) as Part;
}

/** Returns the operation for a target, or null. Literal segments win over parameters, as on the server. */
export function operationAt(method: string, target: string): Operation | null {
  // Like any URL: dot segments are resolved, and the fragment is not sent.
  const path = URL.canParse(target, 'http://server') ? new URL(target, 'http://server').pathname : target;
  const isSame = (operation: Operation) =>
    operation.method === (method === 'HEAD' ? 'GET' : method) &&
    new RegExp(`^${operation.address.replace(/\{\w+\}/g, '[^/]+')}/*$`).test(path);
  return OPERATIONS.filter(isSame).toSorted((one, other) => braces(one) - braces(other))[0] ?? null;
}

function braces({ address }: Operation): number {
  return address.split('{').length;
}
