import { call, os } from '@orpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { withUncheckedAnswers } from './unchecked-answers.ts';

it('does not validate responses, but still validates requests', async () => {
  const routes = {
    nested: {
      double: os
        .input(z.int())
        .output(z.strictObject({ twice: z.int() }))
        .handler(({ input }) => ({ twice: 2 * input, undeclared: true })),
    },
  };
  await expect(call(routes.nested.double, 2)).rejects.toThrow('Output validation failed');
  const unchecked = withUncheckedAnswers(routes);
  expect(await call(unchecked.nested.double, 2)).toEqual({ twice: 4, undeclared: true });
  await expect(call(unchecked.nested.double, 'two' as never)).rejects.toThrow('Input validation failed');
});
