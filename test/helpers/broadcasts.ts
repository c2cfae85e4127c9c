import { afterAll, beforeAll, expect } from 'vitest';
import type { Broadcast, BroadcastRecipient } from '../../shared/contract/public/broadcasts.contract.ts';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from './platform.ts';
import { trippedStatements } from './sql-tripwire.ts';
import { addTemplate } from './templates.ts';
import { createWorkspace, startTestServer, type TestServer, type TestWorkspace } from './test-server.ts';

/** A server and a platform that a file's tests of broadcasts share. */
export interface BroadcastRig {
  readonly server: TestServer;
  readonly platform: TestPlatform;
  /** Creates a connected workspace that knows the templates. */
  setUp(): Promise<TestWorkspace>;
  /** Adds contacts with a tag, and returns their numbers. */
  addContacts(workspace: TestWorkspace, count: number, extra?: object): Promise<string[]>;
  /** Waits until a broadcast has a status and so many failures, which the platform may report late. */
  whenDone(
    workspace: TestWorkspace,
    id: string,
    expected?: { status?: string; failed?: number },
  ): Promise<Broadcast>;
  recipientsOf(workspace: TestWorkspace, id: string): Promise<BroadcastRecipient[]>;
}

/** The contacts that one request adds. */
const IN_A_REQUEST = 100;

/** The template that needs no values. */
export const plain = { name: 'plain', language: 'en' };

/** Starts both before the tests of the file, with the template `plain` and others, and stops them after. */
export function setUpBroadcasts(templates: readonly Parameters<typeof addTemplate>[1][] = []): BroadcastRig {
  let server: TestServer | undefined;
  let platform: TestPlatform | undefined;
  beforeAll(async () => {
    platform = await startPlatform({ sentDelayMs: [5, 10], deliveredDelayMs: [5, 20] });
    server = await startTestServer({ GRAPH_URL: platform.url });
    for (const template of [...templates, { name: plain.name }]) await addTemplate(platform, template);
  });
  afterAll(async () => {
    await server?.stop();
    await platform?.stop();
    expect(trippedStatements).toEqual([]);
  });
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('not started yet');
    return part;
  };
  let made = 0;
  return {
    get server() {
      return started(server);
    },
    get platform() {
      return started(platform);
    },
    async setUp() {
      const workspace = await createWorkspace(started(server));
      await connectWorkspace(started(server), workspace, started(platform));
      await workspace.dashboard('POST', '/template-sync');
      await eventually(async () => {
        const { body } = await workspace.api('GET', `/templates?search=${plain.name}`);
        return body.data.length > 0;
      });
      return workspace;
    },
    async addContacts(workspace, count, extra = {}) {
      const contacts = Array.from({ length: count }, () => {
        made += 1;
        const phone = `1555015${String(made).padStart(4, '0')}`;
        return { name: `Person ${made}`, phone, tags: ['news'], ...extra };
      });
      for (let from = 0; from < count; from += IN_A_REQUEST) {
        const some = contacts.slice(from, from + IN_A_REQUEST);
        const { status, body } = await workspace.api('POST', '/contacts/batch', { contacts: some });
        expect(status).toBe(200);
        expect(body.results.filter((one: { error?: unknown }) => one.error)).toEqual([]);
      }
      return contacts.map(({ phone }) => phone);
    },
    whenDone(workspace, id, { status = 'completed', failed = 0 } = {}) {
      return eventually(async () => {
        const { body } = await workspace.api('GET', `/broadcasts/${id}`);
        return body.status === status && body.counts.failed === failed ? body : undefined;
      }, 30_000);
    },
    async recipientsOf(workspace, id) {
      return (await workspace.api('GET', `/broadcasts/${id}/recipients?limit=100`)).body.data;
    },
  };
}
