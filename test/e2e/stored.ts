import type { Page } from '@playwright/test';
import type { Conversation, ThreadMessage } from '../../shared/contract/inbox/conversations.contract.ts';

/**
 * Returns what the server answers to the person of a page: what a test compares with what the page shows.
 * @param path below `/api/dashboard`.
 */
export async function askedBy<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(new URL(`/api/dashboard${path}`, page.url()).href);
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Returns a conversation as the server has it. */
export async function storedConversation(page: Page, id: string): Promise<Conversation> {
  const { conversation } = await askedBy<{ conversation: Conversation }>(page, `/conversations/${id}`);
  return conversation;
}

/** Returns the newest messages of a conversation as the server has them, the newest one last. */
export async function storedMessages(page: Page, id: string): Promise<ThreadMessage[]> {
  const { data } = await askedBy<{ data: ThreadMessage[] }>(page, `/conversations/${id}/messages?limit=50`);
  return data.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/** Returns the id of the conversation that a page shows; an empty text when there is none. */
export function openIdOf(page: Page): string {
  return /\/inbox\/(cv_\w+)/.exec(page.url())?.[1] ?? '';
}
