import { isDeepStrictEqual } from 'node:util';
import { asJson } from '../../db/define-model.ts';
import { erasePromptsWith } from '../../features/inference/index.ts';
import {
  mentioningItems,
  type ParkedContent,
  removeParkedItem,
  rewriteParkedItem,
} from '../../features/parked-items/index.ts';
import { removeWebhooksOfContact } from '../../features/webhooks/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { eraseAnswers } from '../../kernel/idempotency/claim-store.ts';
import { eraseEvents } from '../../kernel/outbox/relay.ts';
import { describeItem, itemsOf, parseCallback } from '../../platform/inbound/callback.ts';
import { withoutPerson } from '../../platform/inbound/without-person.ts';
import { eraseActionItems } from '../contacts-page/contact-actions.repository.ts';

const BATCH = 500;

/** Removes the copies of its data that name a contact which has been deleted (decision 0244). Repeatable. */
export async function eraseCopies(ctx: QueryContext, contactId: Buffer): Promise<void> {
  while ((await eraseEvents(ctx, contactId, BATCH)) === BATCH);
  await removeWebhooksOfContact(ctx, contactId);
  await eraseAnswers(ctx, contactId);
  await eraseActionItems(ctx, contactId);
}

/**
 * Removes what other tables hold of a person who has been deleted: parked items and stored prompts. They are
 * found by the person's numbers and platform ids. Repeatable.
 */
export async function eraseTraces(ctx: QueryContext, people: readonly string[]): Promise<void> {
  // Short ids would be found in texts that have nothing to do with them.
  const names = people.filter((name) => name.length >= 5);
  if (names.length === 0) return;
  for await (const item of mentioningItems(ctx, names)) {
    const rest = restOf(item, new Set(names));
    if (rest === null) await removeParkedItem(ctx, item.id);
    else if (!isDeepStrictEqual(rest, contentOf(item))) await rewriteParkedItem(ctx, item.id, rest);
  }
  await erasePromptsWith(ctx, names);
}

interface ParkedRow {
  id: Buffer;
  kind: string;
  payload: unknown;
  origin: unknown;
  item: number | null;
}

const contentOf = ({ payload, origin, item }: ParkedRow): ParkedContent => ({
  payload: asJson(payload),
  origin: asJson(origin ?? null),
  item,
});

/** Returns a parked item without what is of these people; null when nothing else is in it. */
function restOf(row: ParkedRow, people: ReadonlySet<string>): ParkedContent | null {
  const content = contentOf(row);
  if (row.kind === 'callback') return restOfCallback(content, people);
  const payload = withoutPerson(content.payload, people);
  if (payload === undefined) return null;
  return { ...content, payload, origin: withoutPerson(content.origin, people) ?? null };
}

/** A parked callback is its text, and starts at one of its items, so those removed before it move its start. */
function restOfCallback(content: ParkedContent, people: ReadonlySet<string>): ParkedContent | null {
  const { text } = content.payload as { text?: unknown };
  try {
    const root = parseCallback(Buffer.from(String(text)));
    const rest = withoutPerson(root, people);
    if (rest === undefined) return null;
    let item = content.item ?? 0;
    let index = 0;
    for (const one of itemsOf(root)) {
      if (index === content.item) break;
      if (withoutPerson(describeItem(one).payload, people) === undefined) item -= 1;
      index += 1;
    }
    return { payload: { text: JSON.stringify(rest) }, origin: content.origin, item };
  } catch {
    // Nothing can be read of it, so it cannot be retried either.
    return null;
  }
}
