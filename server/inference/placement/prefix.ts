import { createHash } from 'node:crypto';

/**
 * Returns what the requests with one beginning have in common, for `orderServers`. Two workspaces never share it.
 * @param beginning what the prompts begin with, or what stands for it, such as the id of a conversation.
 */
export function prefixOf(tenantId: string, ...beginning: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([tenantId, ...beginning]))
    .digest('base64url');
}

/** Returns the turns of a chat up to the first of the user. Its later requests begin with the same ones. */
export function openingOf(turns: readonly unknown[]): readonly unknown[] {
  const first = turns.findIndex((turn) => (turn as { role?: unknown } | null)?.role === 'user');
  return turns.slice(0, Math.max(first + 1, 1));
}
