import { create } from 'zustand';
import type { AnswerStart } from '../../../../shared/contract/assist/assist.contract.ts';
import type { UploadedMedia } from '../../../../shared/contract/media.contract.ts';
import type { Attachment } from '../../../../shared/contract/send-message.ts';
import { HOLD_CHOICES, type HoldSeconds } from '../../../../shared/domain/message-status.ts';
import { isUploadedFile } from '../../../lib/api/upload-file.ts';
import {
  isFlag,
  isListOf,
  isNullable,
  isObject,
  isOneOf,
  isOptional,
  isRecordOf,
  isShape,
  isText,
  readStored,
} from '../../../lib/checks.ts';
import type { LocalStore } from '../../../lib/offline/local-store.ts';
import type { TemplatePick } from '../../../lib/template-pick.ts';
import { isAnswerStart } from '../composer/answer-start.ts';
import { isQuote, type Quote } from '../composer/quote.ts';
import { isUsedReply, type UsedReply } from '../composer/used-reply.ts';

/** An uploaded file that will be sent with a message. */
export type PendingFile = UploadedMedia;

/**
 * A message that the server has not confirmed. `sending`: being sent, or queued behind others. `waiting`: no
 * response arrived, so it is retried automatically. `refused`: the server rejected it.
 */
export interface PendingMessage {
  clientId: string;
  conversationId: string;
  /** The text. For a template, the text that the customer will read. */
  content: string;
  /** Sent instead of a text. */
  template?: Omit<TemplatePick, 'text'> | undefined;
  /** A file that is already on the server. `content` is then its caption. */
  media: PendingFile | null;
  /** Whether the file is a recorded voice message. */
  voice?: boolean | undefined;
  /** Sent instead of a text: a location, contact cards, or buttons or a list. `content` describes it in the list. */
  attachment?: Attachment | undefined;
  /** The message that it quotes. */
  quote?: Quote | null | undefined;
  /** When it is sent, if the person chose a time. */
  sendAt?: string | undefined;
  /** The seconds for which the server holds it, in which it can be undone. */
  hold?: boolean | HoldSeconds | undefined;
  /** The saved reply that the text was written with. */
  savedReply?: UsedReply | undefined;
  /** What the assistant had to do with the text. */
  assist?: AnswerStart | undefined;
  createdAt: string;
  /** When the person last asked for it to be sent, if not when it was typed. */
  askedAt?: string | undefined;
  state: 'sending' | 'waiting' | 'refused';
  problem: string | null;
  /** The newest of our messages that the person had seen; null: none. Missing: it was not known. */
  lastSeenId?: string | null | undefined;
  /** Refused because a colleague or a program has answered since: the person decides. */
  isOvertaken?: boolean | undefined;
}

const isPending = isShape<PendingMessage>({
  clientId: isText,
  conversationId: isText,
  content: isText,
  template: isOptional(
    isShape<Omit<TemplatePick, 'text'>>({
      templateId: isText,
      name: isText,
      language: isText,
      values: isRecordOf(isText),
      components: isListOf(isObject),
    }),
  ),
  // Missing in messages that an earlier version stored: undefined counts as null.
  media: (value): value is PendingFile | null => isOptional(isNullable(isUploadedFile))(value),
  voice: isOptional(isFlag),
  attachment: isOptional(isAttachment),
  quote: isOptional(isNullable(isQuote)),
  sendAt: isOptional(isText),
  // An earlier version stored whether it is held, for the default time.
  hold: isOptional(isHold),
  savedReply: isOptional(isUsedReply),
  assist: isOptional(isAnswerStart),
  createdAt: isText,
  askedAt: isOptional(isText),
  state: isOneOf('sending', 'waiting', 'refused'),
  problem: isNullable(isText),
  lastSeenId: isOptional(isNullable(isText)),
  isOvertaken: isOptional(isFlag),
});

function isHold(value: unknown): value is NonNullable<PendingMessage['hold']> {
  return isFlag(value) || HOLD_CHOICES.some((choice) => choice === value);
}

/** The server checks the rest. */
function isAttachment(value: unknown): value is Attachment {
  const { type = '' } = (value ?? {}) as { type?: string };
  return ['interactive', 'location', 'contacts'].includes(type);
}

interface OutboxState {
  pending: readonly PendingMessage[];
}

/** The unconfirmed messages, in the order in which they were typed. Each also has its own key on disk. */
export const useOutbox = create<OutboxState>(() => ({ pending: [] }));

let disk: { store: LocalStore; prefix: string } | null = null;
/** The messages that are on disk: a full or blocked one does not take them. */
const onDisk = new Set<string>();

/** Reads the messages from disk. `owner` is workspace and person, so no one sends another person's texts. */
export function openOutbox(store: LocalStore, owner: string): void {
  disk = { store, prefix: `outbox.${owner}.` };
  const { prefix } = disk;
  const left = store.keys(prefix).flatMap((key) => readStored(store.read(prefix + key), isPending) ?? []);
  const pending = left
    .map(
      (item): PendingMessage => ({
        ...item,
        media: item.media ?? null,
        state: item.state === 'refused' ? 'refused' : 'waiting',
      }),
    )
    .sort((left, right) => left.createdAt.localeCompare(right.createdAt));
  onDisk.clear();
  for (const { clientId } of pending) onDisk.add(clientId);
  useOutbox.setState({ pending });
}

/** Clears the messages from memory; they stay on disk. */
export function closeOutbox(): void {
  disk = null;
  useOutbox.setState({ pending: [] });
}

/** Adds or updates a message, in memory and on disk. */
export function putPending(item: PendingMessage): void {
  if (disk?.store.write(disk.prefix + item.clientId, JSON.stringify(item))) onDisk.add(item.clientId);
  useOutbox.setState(({ pending }) => ({
    pending: pending.some((other) => other.clientId === item.clientId)
      ? pending.map((other) => (other.clientId === item.clientId ? item : other))
      : [...pending, item],
  }));
}

/** Forgets the messages that another tab has sent, taken back or discarded: each is no longer on disk. */
export function dropTakenElsewhere(): void {
  const isTaken = ({ clientId }: PendingMessage) =>
    disk !== null && onDisk.has(clientId) && disk.store.read(disk.prefix + clientId) === null;
  for (const item of useOutbox.getState().pending.filter(isTaken)) removePending(item.clientId);
}

/** Removes a message that the server has stored, or that was moved back to the composer. */
export function removePending(clientId: string): void {
  disk?.store.remove(disk.prefix + clientId);
  const { pending } = useOutbox.getState();
  if (pending.some((item) => item.clientId === clientId)) {
    useOutbox.setState({ pending: pending.filter((item) => item.clientId !== clientId) });
  }
}
