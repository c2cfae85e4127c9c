import type { Connection } from 'mysql2';
import { expect, it } from 'vitest';
import { createPreparation } from './connection.ts';

it('closes a connection that cannot be prepared: the pool never gets it, and nothing else would', async () => {
  let closed = 0;
  const connection = {
    query: (_text: string, _values: unknown[], done: (error: Error) => void) => done(new Error('refused')),
    destroy: () => {
      closed += 1;
    },
    stream: { destroy: () => undefined },
  } as unknown as Connection;
  await expect(createPreparation()(connection)).rejects.toThrow('refused');
  expect(closed).toBe(1);
});
