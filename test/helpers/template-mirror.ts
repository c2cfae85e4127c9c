import { afterAll, beforeAll, expect } from 'vitest';
import { type Json, type Messaging, startMessaging } from './messaging.ts';
import { eventually } from './platform.ts';
import { trippedStatements } from './sql-tripwire.ts';

/** Sets up a connected workspace whose templates have been synced, for all tests of a file. */
export function setUpTemplates() {
  let messaging: Messaging;
  beforeAll(async () => {
    messaging = await startMessaging();
    await synced();
  });
  afterAll(async () => {
    await messaging.stop();
    expect(trippedStatements).toEqual([]);
  });

  const dashboard = (method: string, path: string, body?: unknown) =>
    messaging.workspace.dashboard(method, path, body);
  const list = async (query = '') => (await dashboard('GET', `/templates?limit=100${query}`)).body;
  const named = async (name: string): Promise<Json> =>
    (await list(`&search=${name}`)).data.find((one: Json) => one.name === name);
  const syncCalls = async () =>
    (await messaging.platform.control('GET', '/calls')).body.data.filter((call: Json) =>
      call.path.includes('message_templates'),
    );

  /** Waits until no requested sync is outstanding. */
  async function synced(): Promise<Json> {
    return eventually(async () => {
      const { body } = await dashboard('GET', '/template-sync');
      return body.syncedAt !== null && !body.isDue && body;
    }, 15_000);
  }
  /** Fetches the templates at once: the last fetch is made old enough for another. */
  async function syncNow(): Promise<Json> {
    // A fetch that ends between the two is the last one.
    await eventually(async () => {
      await messaging.server.container.database.run(
        'UPDATE template_syncs SET synced_at = synced_at - INTERVAL 1 MINUTE WHERE tenant_id = :tenantId',
        { tenantId: messaging.workspace.scope.key },
      );
      const answer = await dashboard('POST', '/template-sync');
      expect(answer.status).toBe(200);
      return answer.body.isDue;
    });
    return synced();
  }

  return {
    dashboard,
    list,
    named,
    syncCalls,
    synced,
    syncNow,
    get messaging() {
      return messaging;
    },
  };
}
