import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { CommitUnknownError } from '../../server/db/database-errors.ts';
import { type Cut, type DatabaseProxy, startDatabaseProxy } from '../campaign/database-proxy.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import { type Answer, bearer, call, startTestServer, type TestServer } from '../helpers/test-server.ts';

/** More cuts than a transaction has tries. */
const ALL = 1_000;
const NOBODY = /^no statement is like this/;

describe('a request whose connection to the database breaks', () => {
  let home: Messaging;
  let proxy: DatabaseProxy;
  /** Another server of the same database, behind the proxy. */
  let edge: TestServer;
  let used = 0;

  beforeAll(async () => {
    home = await startMessaging();
    proxy = await startDatabaseProxy(home.server.databaseUrl);
    edge = await startTestServer(
      { GRAPH_URL: home.platform.url },
      { ...home.server, databaseUrl: proxy.url },
    );
  });
  afterAll(async () => {
    proxy.cutNext(NOBODY, 'before', 0);
    await edge.stop();
    await proxy.close();
    await home.stop();
  });

  const newPhone = () => {
    used += 1;
    return `1555019${String(used).padStart(4, '0')}`;
  };
  const post = (at: TestServer, path: string, body: object, key: string): Promise<Answer> =>
    call(`${at.url}/api/v1${path}`, {
      method: 'POST',
      body,
      headers: { ...bearer(home.workspace.key), 'idempotency-key': key },
    });
  const isStored = async (phone: string) =>
    (await home.workspace.api('GET', `/contacts/${phone}`)).status === 200;

  it.each<Cut>(['before', 'answer'])(
    'is carried out all the same when that happens once (%s), before the commit',
    async (cut) => {
      const phone = newPhone();
      const left = proxy.cutNext(/^INSERT INTO contacts/, cut, 1);
      const answer = await post(edge, '/contacts', { phone, name: 'Ann' }, randomUUID());
      expect(left()).toBe(0);
      expect(answer.status).toBe(201);
      expect(await isStored(phone)).toBe(true);
    },
  );

  it('is answered with 503, and nothing is stored, when that goes on', async () => {
    const phone = newPhone();
    const left = proxy.cutNext(/^INSERT INTO contacts/, 'answer', ALL);
    const answer = await post(edge, '/contacts', { phone, name: 'Ann' }, randomUUID());
    expect(left()).toBeLessThan(ALL);
    proxy.cutNext(NOBODY, 'before', 0);
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await isStored(phone)).toBe(false);
  });

  it.each<Cut>(['before', 'after', 'answer'])(
    'has an unknown outcome when that happens at the commit (%s), which the same Idempotency-Key finds out',
    async (cut) => {
      const { body, key, answer } = await untilCut(cut);
      expect(answer).toMatchObject({ status: 500, body: { error: { code: 'outcome_unknown' } } });
      expect(answer.body.error.message).toMatch(/may or may not have been saved.*with the same key/);
      await expect.poll(async () => (await post(home.server, '/messages/send', body, key)).status).toBe(201);
      const texts = (await home.history(body.contactId)).map(({ content }) => content);
      expect(texts).toEqual([body.content]);
    },
  );

  /** Sends messages until the commit of one, and not that of a worker, has met the cut. */
  async function untilCut(cut: Cut) {
    for (;;) {
      const contactId = newPhone();
      await home.workspace.api('POST', '/contacts', { phone: contactId, name: 'Ann' });
      const body = { contactId, type: 'text', content: `cut ${cut} ${contactId}` };
      const key = randomUUID();
      proxy.cutNext(/^COMMIT/, cut, 1);
      const answer = await post(edge, '/messages/send', body, key);
      if (answer.status !== 201) return { body, key, answer };
    }
  }
});

describe('a connection that breaks while it is opened', () => {
  let database: Database;
  let proxy: DatabaseProxy;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const own = await createTestDatabase({ isEmpty: true });
    drop = own.drop;
    proxy = await startDatabaseProxy(own.url);
    database = openDatabase(proxy.url);
    await database.run('CREATE TABLE notes (id INT PRIMARY KEY)');
  });
  afterAll(async () => {
    await database.close();
    await proxy.close();
    await drop();
  });

  it('has sent nothing, so the outcome of a single statement is known', async () => {
    // The open connection breaks; the next one breaks while it is prepared.
    proxy.cutNext(/^(?:SET SESSION|SELECT)/, 'before', ALL);
    await expect(database.select('SELECT id FROM notes')).rejects.toThrow();
    const failure = await database.run('INSERT INTO notes VALUES (1)').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(CommitUnknownError);
    proxy.cutNext(NOBODY, 'before', 0);
    // One that was being opened before may still break.
    await expect.poll(() => database.select('SELECT id FROM notes').catch(() => null)).toEqual([]);
  });
});
