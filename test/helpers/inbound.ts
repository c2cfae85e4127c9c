import { expect } from 'vitest';
import { connectWorkspace, eventually, postCallback } from './platform.ts';
import { createWorkspace, type TestServer, type TestWorkspace } from './test-server.ts';

type Json = ReturnType<typeof JSON.parse>;

/** Returns a customer's messages, newest first; none if there is no such contact. */
export const historyOf = async (workspace: TestWorkspace, phone: string): Promise<Json[]> =>
  (await workspace.api('GET', `/messages/${phone}?limit=100`)).body.data ?? [];

/** Returns a workspace's parked items, newest first. */
export const parkedOf = async (workspace: TestWorkspace): Promise<Json[]> =>
  (await workspace.dashboard('GET', '/parked-items')).body.data;

/** Returns the steps that tests of inbound callbacks share. */
export function inboundSteps(serverOf: () => TestServer) {
  /** Ends the pause after a failed attempt, so that a test does not have to wait for it. */
  async function retryNow({ scope }: TestWorkspace): Promise<void> {
    await serverOf().container.database.run(
      `UPDATE work_lanes SET visible_at = UTC_TIMESTAMP(3)
       WHERE tenant_id = :tenantId AND lease_token IS NULL AND visible_at > UTC_TIMESTAMP(3)`,
      { tenantId: scope.key },
    );
    serverOf().wake();
  }

  return {
    retryNow,

    /** Creates a workspace that is connected to the platform. */
    async createConnected(): Promise<TestWorkspace> {
      const workspace = await createWorkspace(serverOf());
      await connectWorkspace(serverOf(), workspace);
      return workspace;
    },

    /** Posts a callback and expects it to be accepted. */
    async post(workspace: TestWorkspace, body: object | string): Promise<void> {
      expect((await postCallback(serverOf(), workspace, body)).status).toBe(200);
    },

    /** Waits until all callbacks of a workspace are processed. */
    async untilProcessed(workspace: TestWorkspace): Promise<void> {
      await eventually(async () => {
        const [row] = await serverOf().container.database.select<{ open: number }>(
          'SELECT COUNT(*) AS open FROM inbound_callbacks WHERE tenant_id = :tenantId AND state = 0',
          { tenantId: workspace.scope.key },
        );
        if (Number(row?.open) === 0) return true;
        await retryNow(workspace);
        return false;
      }, 30_000);
    },
  };
}
