import { expect, it } from 'vitest';
import { RESERVED } from './connection-shares.ts';
import { openDatabase } from './database.ts';

it('gives a place in a share back when the wait for its turn fails', async () => {
  // Nothing listens there: no statement gets as far as the database.
  const database = openDatabase('mysql://nobody@127.0.0.1:1/none');
  const failing = database
    .withLimits({ acquireMs: 50, statementMs: 50, transactionMs: 50 })
    .withShare('broadcasts', () => Promise.reject(new Error('no turn')));
  for (let count = 0; count <= RESERVED.broadcasts; count += 1)
    await expect(failing.select('SELECT 1')).rejects.toThrow('no turn');
  await database.close();
});
