import { existsSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../helpers/test-db.ts';
import { prepareModelServer } from './model-server-process.ts';

/** Only Linux shares the processor among sessions. */
const ofSession = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();

it.skipIf(!existsSync('/proc/self/autogroup'))(
  'the model gives way to the sessions of other programs, but changes no session that it shares',
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const before = ofSession('self');
    const own = await prepareModelServer(database.url, {}, { isSession: true });
    const shared = await prepareModelServer(database.url);
    onTestFinished(async () => {
      await own.remove();
      await shared.remove();
    });
    await own.start();
    await shared.start();
    expect(ofSession(own.pid())).toMatch(/ nice 10$/);
    expect([ofSession(shared.pid()), ofSession('self')]).toEqual([before, before]);
  },
);
