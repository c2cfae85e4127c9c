import { isContractProcedure } from '@orpc/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dashboardApi, publicApi } from '../../shared/contract/index.ts';
import { ERRORS } from '../../shared/domain/errors.ts';
import { KEY_PERMISSIONS, PERMISSIONS } from '../../shared/domain/permissions.ts';
import { EVENTS } from '../../shared/events/index.ts';
import { routesOf } from '../tenancy/contract-routes.ts';

function schemasOf(api: object): [string, z.ZodType][] {
  return Object.entries(api).flatMap(([name, value]: [string, unknown]): [string, z.ZodType][] => {
    if (!isContractProcedure(value)) return schemasOf(value as object);
    const { inputSchema, outputSchema } = value['~orpc'];
    return [
      [`${name} input`, inputSchema as unknown as z.ZodType],
      [`${name} output`, outputSchema as unknown as z.ZodType],
    ];
  });
}

describe('the contract', () => {
  it('states who may call each route; public routes need only permissions that keys can have', () => {
    for (const route of [...routesOf(publicApi), ...routesOf(dashboardApi)]) {
      expect(['open', 'session', 'key', ...PERMISSIONS], route.name).toContain(route.access);
    }
    for (const route of routesOf(publicApi))
      expect(['key', ...KEY_PERMISSIONS], route.name).toContain(route.access);
  });

  it('can be converted to JSON Schema, for input and output', () => {
    for (const [name, schema] of [...schemasOf(publicApi), ...schemasOf(dashboardApi)]) {
      const io = name.endsWith('input') ? 'input' : 'output';
      expect(() => z.toJSONSchema(schema, { io }), name).not.toThrow();
    }
    for (const [name, event] of Object.entries(EVENTS)) {
      expect(() => z.toJSONSchema(event.payload), name).not.toThrow();
    }
  });

  it('has no two routes with the same address', () => {
    for (const api of [publicApi, dashboardApi]) {
      const addresses = routesOf(api).map(
        (route) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`,
      );
      expect(new Set(addresses).size).toBe(addresses.length);
    }
  });

  it('gives every error a status that matches its name', () => {
    for (const [code, { status }] of Object.entries(ERRORS)) {
      if (code.endsWith('_not_found')) expect(status, code).toBe(404);
      expect(status, code).toBeGreaterThanOrEqual(400);
    }
  });
});
