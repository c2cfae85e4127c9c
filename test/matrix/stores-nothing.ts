import { expect } from 'vitest';
import { changesBetween, createStateReader } from '../helpers/tenant-state.ts';
import type { TestServer, TestWorkspace } from '../helpers/test-server.ts';

/** Runs requests that must be rejected, and compares the rows of these workspaces before and after. */
export async function storesNothing(
  server: TestServer,
  workspaces: readonly TestWorkspace[],
  rejected: () => Promise<void>,
): Promise<void> {
  const { rowsOf } = await createStateReader(server.container.database);
  const look = () => Promise.all(workspaces.map(({ scope }) => rowsOf(scope.key)));
  const before = await look();
  await rejected();
  const after = await look();
  const changes = after.map((rows, index) => changesBetween(before[index] ?? {}, rows));
  expect(changes).toEqual(workspaces.map(() => []));
}
