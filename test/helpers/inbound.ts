import { expect } from 'vitest';
import { connectWorkspace, eventually, postCallback } from './platform.ts';
import { createWorkspace, type TestServer, type TestWorkspace } from './test-server.ts';

type Json = ReturnType<typeof JSON.parse>;

/** The messages of a customer, newest first; none of one who is not known. */
export const historyOf = async (workspace: TestWorkspace, phone: string): Promise<Json[]> =>
  (await workspace.api('GET', `/messages/${phone}?limit=100`)).body.data ?? [];

/** What was parked in a workspace, newest first. */
export const parkedOf = async (workspace: TestWorkspace): Promise<Json[]> =>
  (await workspace.dashboard('GET', '/parked-items')).body.data;

/** What tests of inbound callbacks do with the server of their file. */
export function inboundSteps(serverOf: () => TestServer) {
  /** Ends the pause of a workspace whose last attempt failed, so that a test need not wait for it. */
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
    async connected(): Promise<TestWorkspace> {
      const workspace = await createWorkspace(serverOf());
      await connectWorkspace(serverOf(), workspace);
      return workspace;
    },

    /** Posts a callback, which has to be taken. */
    async post(workspace: TestWorkspace, body: object | string): Promise<void> {
      expect((await postCallback(serverOf(), workspace, body)).status).toBe(200);
    },

    /** Waits until all callbacks of a workspace are worked through. */
    async worked(workspace: TestWorkspace): Promise<void> {
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
