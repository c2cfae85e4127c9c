import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { NOT_SENDABLE } from '../../../../shared/domain/templates/template-status.ts';
import { type ApiError, type ApiErrorCode, asApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n.ts';
import { translateSentence } from '../../../lib/translate-sentence.ts';
import {
  dropTakenElsewhere,
  type PendingMessage,
  putPending,
  removePending,
  useOutbox,
} from './outbox.store.ts';

/** A message that has waited longer is not sent by itself: the customer may have been answered, or the day be over. */
export const SENT_UNASKED_WITHIN_MS = 4 * 60 * 60_000;

/** Errors that a person can act on. Each has its own text. */
const KNOWN_CODES = [
  'channel_not_connected',
  'contact_blocked',
  'conversation_not_found',
  'forbidden',
  'media_already_sent',
  'media_not_found',
  'message_not_found',
  'template_not_found',
  'window_closed',
] as const satisfies readonly ApiErrorCode[];

export interface OutboxSenderDeps {
  post(item: PendingMessage): Promise<ThreadMessage>;
  /** Called when the server has stored the message, to add it to the thread. */
  onStored(message: ThreadMessage): void;
  onWindowClosed(conversationId: string): void;
  /** Called when someone else has answered, to load the answer. */
  onNewerAnswer(conversationId: string): void;
  /** Called when no response arrived. The caller should call `flush` later. */
  onPostponed(): void;
}

/**
 * Sends the messages of the outbox, one at a time within a conversation, so that they reach the server in the
 * order in which they were typed. The client id makes retries safe.
 */
export function createOutboxSender(deps: OutboxSenderDeps) {
  const busy = new Set<string>();
  const runs = new Map<string, Promise<void>>();

  function work(conversationId: string): Promise<void> {
    if (!busy.has(conversationId)) runs.set(conversationId, sendAll(conversationId));
    return settled(conversationId);
  }

  async function settled(conversationId: string): Promise<void> {
    if (busy.has(conversationId)) await runs.get(conversationId);
  }

  async function sendAll(conversationId: string): Promise<void> {
    busy.add(conversationId);
    // Waiting messages were typed earlier, so they are sent first.
    requeue(conversationId);
    try {
      for (let item = nextOf(conversationId); item; item = nextOf(conversationId)) await send(item);
    } finally {
      busy.delete(conversationId);
    }
  }

  async function send(item: PendingMessage): Promise<void> {
    try {
      const message = await deps.post(item);
      deps.onStored(message);
      removePending(item.clientId);
    } catch (error) {
      // One that was taken back in another tab meanwhile must not be written again.
      dropTakenElsewhere();
      if (!isPending(item.clientId)) return;
      const failure = asApiError(error);
      if (failure.isTransient || failure.status === 401) {
        postpone(item.conversationId, sentenceOf(failure));
        deps.onPostponed();
        return;
      }
      if (failure.code === 'window_closed') deps.onWindowClosed(item.conversationId);
      const isOvertaken = failure.code === 'newer_answer';
      if (isOvertaken) deps.onNewerAnswer(item.conversationId);
      putPending({ ...item, state: 'refused', problem: rejectionOf(failure), isOvertaken });
    }
  }

  return {
    /** Sends the waiting messages of a conversation. */
    work,
    /** Resolves when no request of a conversation is under way. */
    settled,
    /** Sends the waiting messages of all conversations. Only a person can retry rejected ones. */
    flush: (): void => {
      for (const { conversationId } of useOutbox.getState().pending) void work(conversationId);
    },
  };
}

function requeue(conversationId: string): void {
  dropTakenElsewhere();
  for (const item of useOutbox.getState().pending) {
    if (item.conversationId !== conversationId || item.state !== 'waiting') continue;
    putPending(
      isOutdated(item)
        ? { ...item, state: 'refused', problem: t('inbox:outbox.refused.waitedLong') }
        : { ...item, state: 'sending', problem: null },
    );
  }
}

function isOutdated({ askedAt, createdAt, sendAt }: PendingMessage): boolean {
  const now = Date.now();
  const isForLater = sendAt !== undefined && Date.parse(sendAt) > now;
  return !isForLater && now - Date.parse(askedAt ?? createdAt) > SENT_UNASKED_WITHIN_MS;
}

function nextOf(conversationId: string): PendingMessage | undefined {
  dropTakenElsewhere();
  return useOutbox
    .getState()
    .pending.find((item) => item.conversationId === conversationId && item.state === 'sending');
}

/** Returns whether a message is still unconfirmed. An event may confirm it when its response is lost. */
function isPending(clientId: string): boolean {
  return useOutbox.getState().pending.some((item) => item.clientId === clientId);
}

/** Makes all messages of a conversation wait after one got no response, so that their order is kept. */
function postpone(conversationId: string, problem: string): void {
  for (const item of useOutbox.getState().pending) {
    if (item.conversationId === conversationId && item.state === 'sending') {
      putPending({ ...item, state: 'waiting', problem });
    }
  }
}

/** Returns why the server rejected a message, as a sentence. */
function rejectionOf(failure: ApiError): string {
  const [first] = failure.details;
  if (first?.path === 'templateName') {
    return templateRejection(first.message);
  }
  const known = KNOWN_CODES.find((code) => code === failure.code);
  return known ? t(`inbox:outbox.refused.${known}`) : sentenceOf(failure);
}

/** Returns why a template cannot be sent, as a sentence. */
function templateRejection(message: string): string {
  const { code, params } = NOT_SENDABLE.read(message);
  if (code === null) return translateSentence(message);
  const { reason = '', status = '' } = params;
  return t(`inbox:outbox.refused.notSendable.${code}`, { reason, status });
}
