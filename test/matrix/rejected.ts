import { changesBetween, createStateReader } from '../helpers/tenant-state.ts';
import type { TestServer, TestWorkspace } from '../helpers/test-server.ts';

/** A request that must be rejected: its name in a report, and what sends it. */
export type Rejected<Result> = readonly [name: string, send: () => Promise<Result>];

/**
 * Sends requests that must be rejected, and compares the rows of these workspaces before and after all of them, because
 * reading the rows takes longer than the requests. If something has changed, each request is sent again by itself.
 * @returns the results by name, and what was stored: a line per table, with the requests that did it where a second
 *   time does the same.
 */
export async function sendRejected<Result>(
  server: TestServer,
  workspaces: readonly TestWorkspace[],
  requests: readonly Rejected<Result>[],
): Promise<{ results: ReadonlyMap<string, Result>; stored: string[] }> {
  const { rowsOf } = await createStateReader(server.container.database);
  const look = () => Promise.all(workspaces.map(({ scope }) => rowsOf(scope.key)));
  const storedBy = async (work: () => Promise<void>) => {
    const before = await look();
    await work();
    const after = await look();
    return after.flatMap((rows, index) => changesBetween(before[index] ?? {}, rows));
  };
  const results = new Map<string, Result>();
  const stored = await storedBy(async () => {
    for (const [name, send] of requests) results.set(name, await send());
  });
  if (stored.length === 0) return { results, stored };
  for (const [name, send] of requests) {
    const again = await storedBy(async () => void (await send()));
    stored.push(...again.map((change) => `${name}: ${change}`));
  }
  return { results, stored };
}
