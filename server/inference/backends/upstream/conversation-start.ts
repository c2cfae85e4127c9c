import { openingOf, prefixOf } from '../../placement/prefix.ts';
import type { UpstreamBody } from './upstream-body.ts';

/** Returns what the requests of one conversation have in common: the one that this server names, or how they begin. */
export function conversationStart(
  tenantId: string,
  conversation: string | undefined,
  { messages, input, prompt, instructions = null }: UpstreamBody,
): string {
  if (conversation !== undefined) return prefixOf(tenantId, conversation);
  const turns = [messages, input].find(Array.isArray) as unknown[] | undefined;
  return prefixOf(tenantId, instructions, turns ? openingOf(turns) : (input ?? prompt ?? null));
}
