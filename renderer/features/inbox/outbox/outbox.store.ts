import { z } from 'zod';
import { create } from 'zustand';
import { type UploadedMedia, UploadedMediaSchema } from '../../../../shared/contract/media.contract.ts';
import type { LocalStore } from '../../../lib/offline/local-store.ts';
import type { TemplatePick } from '../../../lib/template-pick.ts';

/** A file that was uploaded, and goes with a message. */
export type PendingFile = UploadedMedia;

/**
 * A message that was typed and that the server has not confirmed. `sending`: on its way or waiting for
 * its turn. `waiting`: no answer arrived; it goes again by itself. `refused`: the server said no.
 */
export interface PendingMessage {
  clientId: string;
  conversationId: string;
  /** The text; of a template, what the customer will read. */
  content: string;
  /** What is sent in place of a text. */
  template?: Omit<TemplatePick, 'text'> | undefined;
  /** A file that is on the server already; `content` is its caption then. */
  media: PendingFile | null;
  createdAt: string;
  state: 'sending' | 'waiting' | 'refused';
  problem: string | null;
}

const PendingSchema: z.ZodType<PendingMessage> = z.object({
  clientId: z.string(),
  conversationId: z.string(),
  content: z.string(),
  template: z
    .object({
      templateId: z.string(),
      name: z.string(),
      language: z.string(),
      values: z.record(z.string(), z.string()),
      components: z.array(z.record(z.string(), z.unknown())),
    })
    .optional(),
  // Missing in what an earlier version left on disk.
  media: UploadedMediaSchema.nullable().default(null),
  createdAt: z.string(),
  state: z.enum(['sending', 'waiting', 'refused']),
  problem: z.string().nullable(),
});

interface OutboxState {
  pending: readonly PendingMessage[];
}

/** What is typed and not confirmed, in the order it was typed. Each is on disk too, under a key of its own. */
export const useOutbox = create<OutboxState>(() => ({ pending: [] }));

let disk: { store: LocalStore; prefix: string } | null = null;

/** Reads what an earlier visit left behind. `owner` names workspace and person, so that no person sends the text of another. */
export function openOutbox(store: LocalStore, owner: string): void {
  disk = { store, prefix: `outbox.${owner}.` };
  const { prefix } = disk;
  const left = store.keys(prefix).flatMap((key) => parsePending(store.read(prefix + key)) ?? []);
  const pending = left
    .map((item): PendingMessage => (item.state === 'refused' ? item : { ...item, state: 'waiting' }))
    .sort((left, right) => left.createdAt.localeCompare(right.createdAt));
  useOutbox.setState({ pending });
}

/** Leaves the texts on disk and forgets them here. */
export function closeOutbox(): void {
  disk = null;
  useOutbox.setState({ pending: [] });
}

/** Adds or updates a message, in memory and on disk. */
export function putPending(item: PendingMessage): void {
  disk?.store.write(disk.prefix + item.clientId, JSON.stringify(item));
  useOutbox.setState(({ pending }) => ({
    pending: pending.some((other) => other.clientId === item.clientId)
      ? pending.map((other) => (other.clientId === item.clientId ? item : other))
      : [...pending, item],
  }));
}

/** The message is stored on the server, or was taken back. */
export function removePending(clientId: string): void {
  disk?.store.remove(disk.prefix + clientId);
  const { pending } = useOutbox.getState();
  if (pending.some((item) => item.clientId === clientId)) {
    useOutbox.setState({ pending: pending.filter((item) => item.clientId !== clientId) });
  }
}

function parsePending(text: string | null): PendingMessage | null {
  try {
    const parsed = PendingSchema.safeParse(JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
