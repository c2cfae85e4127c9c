import { isContractProcedure, ValidationError } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { describeError } from '../../server/kernel/http/describe-error.ts';
import { EXAMPLES } from '../../server/openapi/examples/index.ts';
import { publicApi } from '../../shared/contract/index.ts';

interface Operation {
  input: z.ZodObject<Partial<Record<'params' | 'query' | 'body', z.ZodObject>>>;
  output: z.ZodType;
}

const operations = new Map(operationsOf(publicApi));

function operationsOf(api: object, prefix = ''): [string, Operation][] {
  return Object.entries(api).flatMap(([name, value]: [string, unknown]): [string, Operation][] => {
    if (!isContractProcedure(value)) return operationsOf(value as object, `${prefix}${name}.`);
    const { inputSchema, outputSchema } = value['~orpc'];
    return [[`${prefix}${name}`, { input: inputSchema, output: outputSchema } as unknown as Operation]];
  });
}

/** Returns the error details that the server would return for an input. */
function detailsOf(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input);
  if (!error) return [];
  const cause = new ValidationError({ message: 'invalid', issues: error.issues, data: input });
  return describeError(new ORPCError('BAD_REQUEST', { cause })).details;
}

it('every operation has examples, and there are no others', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual([...operations.keys()].sort());
});

describe.each([...operations])('%s', (id, { input, output }) => {
  const { parameters = {}, requests, answers, faulty } = EXAMPLES[id] as (typeof EXAMPLES)[string];
  const { body, params, query } = input.shape;

  it('shows parameters that are accepted', () => {
    const shapes = { ...params?.shape, ...query?.shape };
    for (const [name, value] of Object.entries(parameters)) {
      expect(Object.keys(shapes)).toContain(name);
      expect(detailsOf(shapes[name] as z.ZodType, value), name).toEqual([]);
    }
    for (const name of Object.keys(params?.shape ?? {})) expect(Object.keys(parameters)).toContain(name);
  });

  it('shows bodies that are accepted', () => {
    expect(requests === undefined).toBe(body === undefined);
    for (const [name, { value }] of Object.entries(requests ?? {})) {
      expect(detailsOf(body as z.ZodType, value), name).toEqual([]);
    }
  });

  it('shows responses that match the schema', () => {
    expect(Object.keys(answers).length).toBeGreaterThan(0);
    for (const [name, { value }] of Object.entries(answers)) {
      expect(detailsOf(output, value), name).toEqual([]);
    }
  });

  it('shows error details as the server returns them', () => {
    expect(detailsOf(input, { query: {}, ...faulty.input })).toEqual(faulty.details);
  });
});
