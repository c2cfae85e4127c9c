import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { contactSearch } from '../../server/db/migrations/0006-contact-search.ts';
import { contactSearchKeys } from '../../server/db/migrations/0156-contact-search-keys.ts';
import { seedDemo } from '../../server/flows/demo/seed-demo.ts';
import { storeMessage } from '../../server/flows/inbound/store-message.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { CONTACT_STATUSES } from '../../shared/domain/contact-status.ts';
import { propertyRuns } from '../helpers/lane.ts';
import { startPlatform } from '../helpers/platform.ts';
import { expectSearchInStep } from '../helpers/search-index.ts';
import { bearer, call, createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const name = fc
  .array(fc.constantFrom('banana', 'Änne ', '🙂', '%_\\', '49', 'a', ' b', 'ﬃ', '漢字'), { maxLength: 6 })
  .map((parts) => parts.join('').trim());
const phone = fc.integer({ min: 1, max: 40 }).map((number) => `4917012340${String(number).padStart(2, '0')}`);
const status = fc.constantFrom(...CONTACT_STATUSES);
const which = fc.nat();
const email = fc.constantFrom('ana@example.com', 'Ana@example.com', 'anabanana@banana.com', null);
const tags = fc.subarray(['vip', 'VIP', 'banana', 'a '.repeat(20).trim()]);

const operation = fc.oneof(
  fc.record({ do: fc.constant('create' as const), name, phone }),
  fc.record({ do: fc.constant('write in' as const), name, phone, from: fc.constantFrom('phone', 'user') }),
  fc.record({ do: fc.constant('rename' as const), which, name }),
  fc.record({ do: fc.constant('move' as const), which, phone }),
  fc.record({ do: fc.constant('rate' as const), which, status }),
  fc.record({ do: fc.constant('tag' as const), which, email, tags }),
  fc.record({ do: fc.constant('all at once' as const), which, name, phone, email, tags, status }),
  fc.record({ do: fc.constant('delete' as const), which }),
);
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

describe('any sequence of changes to contacts', () => {
  it('keeps suffixes, blocks and total in step with the contacts', async () => {
    const { database } = server.container;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 30 }), async (operations) => {
        const workspace = await createWorkspace(server);
        let sent = 0;
        const perform = async (one: Operation): Promise<void> => {
          if (one.do === 'create') {
            await workspace.api('POST', '/contacts', { name: one.name, phone: one.phone });
            return;
          }
          if (one.do === 'write in') {
            sent += 1;
            // Like the worker: tries again, as the contact may be deleted at the same time. On a busy machine, the outcome
            // of a commit may be unknown until the try after that.
            const store = () =>
              storeMessage(server.container.contextFor(workspace.scope), {
                kind: 'message',
                platformId: `wamid.${sent}`,
                sender:
                  one.from === 'phone'
                    ? { phone: one.phone, userId: null }
                    : { phone: null, userId: `BR.${one.phone}` },
                profileName: one.name,
                sentAt: new Date(),
                platformTime: new Date(),
                type: 'text',
                words: { content: 'hello', caption: null, filename: null },
                payload: null,
                facts: null,
                file: null,
                isNotice: false,
                movesTo: null,
                replyToPlatformId: null,
              });
            await store().catch(store).catch(store);
            return;
          }
          const { data } = (await workspace.api('GET', '/contacts?limit=100')).body;
          const id = data[one.which % Math.max(1, data.length)]?.id;
          if (!id) return;
          const { do: what, which: _, ...changes } = one;
          const answer = await workspace.api(
            what === 'delete' ? 'DELETE' : 'PATCH',
            `/contacts/${id}`,
            what === 'delete' ? undefined : changes,
          );
          expect([200, 404, 409]).toContain(answer.status);
        };
        // Three at a time, so that changes of one contact overlap.
        for (let start = 0; start < operations.length; start += 3)
          await Promise.all(operations.slice(start, start + 3).map(perform));
        await expectSearchInStep(database, workspace.scope.key);
      }),
      // No shrinking: looking for a smaller case would exceed the timeout.
      { ...propertyRuns(3, 8), endOnFailure: true },
    );
  });

  it('leaves the same rows as the migration', async () => {
    const { database } = server.container;
    const workspace = await createWorkspace(server);
    const other = await createWorkspace(server);
    const people = [
      'Bánana Ana',
      '',
      'ﬃ 🙂🙂🙂🙂🙂🙂🙂🙂🙂 x',
      ' %_\\',
      'a'.repeat(200),
      '漢字かな交じり文です',
    ];
    for (const [index, called] of people.entries()) {
      for (const [place, of] of [workspace, other].entries()) {
        await of.api('POST', '/contacts', {
          ...{ name: called, phone: `49170${place}2345${index}` },
          ...(index % 2 === 0 && {
            email: `person${index}@example.com`,
            tags: ['VIP', 'vip', called || 'none'].map((tag) => tag.trim().slice(0, 50)),
          }),
        });
      }
    }
    const { data } = (await workspace.api('GET', '/contacts')).body;
    for (const [index, wanted] of CONTACT_STATUSES.entries())
      await workspace.api('PATCH', `/contacts/${data[index].id}`, { status: wanted });
    const keys = [workspace.scope.key, other.scope.key];
    for (const tenantId of keys) {
      await database.run('DELETE FROM contact_suffixes WHERE tenant_id = :tenantId', { tenantId });
      await database.run('DELETE FROM contact_blocks WHERE tenant_id = :tenantId', { tenantId });
    }
    // A migration works on all workspaces at once, so it runs without the tripwire.
    const unwatched = openDatabase(server.databaseUrl, { poolSize: 2 });
    onTestFinished(() => unwatched.close());
    // Twice, because an interrupted step runs again from its start.
    for (const _ of [1, 2]) {
      for (const statement of contactSearch.statements) await unwatched.sequelize.query(statement);
      await contactSearch.fill?.(unwatched);
      await contactSearchKeys.fill?.(unwatched);
      for (const tenantId of keys) await expectSearchInStep(database, tenantId);
    }
  });
});

describe('the contacts of the demo', () => {
  it('are found and counted', async () => {
    const platform = await startPlatform();
    const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-demo-'));
    onTestFinished(async () => {
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const { database, resources, features } = server.container;
    const config = {
      dataDir,
      graphUrl: platform.url,
      port: Number(new URL(server.url).port),
      publicUrl: server.url,
      sandboxEnabled: true,
    };
    const { authenticateKey } = features;
    const parts = { config, saveCredentials: server.container.saveCredentials, authenticateKey };
    const demo = await seedDemo({ ...resources, db: database }, parts);
    await expectSearchInStep(database, decodeId(demo.tenantId));
    const [phone] = demo.phones;
    const url = `${server.url}/api/v1/contacts?search=${phone?.waId.slice(3)}`;
    const { body } = await call(url, { headers: bearer(demo.apiKey) });
    expect(body.data.map((contact: { name: string }) => contact.name)).toEqual([phone?.name]);
  });
});
