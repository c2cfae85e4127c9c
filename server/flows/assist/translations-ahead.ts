import type { Language } from '../../../shared/domain/language.ts';
import type { EventPayload } from '../../../shared/events/index.ts';
import { modeOf } from '../../features/assist/index.ts';
import { findConversation } from '../../features/conversations/index.ts';
import { type Context, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { Subscriber } from '../../kernel/outbox/subscriber.ts';
import { createRounds } from '../../kernel/queue/rounds.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { newestMessages } from './conversation.repository.ts';
import { draftBudget, spendDraftTime } from './drafts/draft-time.repository.ts';
import { AHEAD } from './drafts/prepare-draft.ts';
import { detectLanguage, hasRules } from './languages.ts';
import { isOffered } from './qualification/offered.ts';
import { translateAhead } from './translate-message.ts';

const EVERY_MS = 1_000;
/** Conversations that wait for their turn at this server. What comes above that is left out. */
const WAITING_MAX = 200;
/** So many of the newest messages of a customer are translated ahead, among so many messages of the conversation. */
const NEWEST = 3;
const MESSAGES_READ = 8;
/** A longer one waits for a click. */
const TEXT_MAX = 1_000;
/** Translations that this server remembers to have tried: one that cannot be kept is not made with every event. */
const TRIED_MAX = 2_000;

export interface TranslationsAheadParts {
  /** Who has a conversation on the screen, and in which language they read. */
  peopleIn(scope: TenantScope, conversationId: string): readonly { language: Language | undefined }[];
  /** How long the model may work ahead in a day, for all servers and workspaces together. */
  msPerDay: number;
}

/**
 * Creates what translates messages ahead of the click: the newest of a conversation that is on the screen of a member who reads
 * in another language (decision 0396). What waits is in memory: a server that ends takes it with it, and the click translates.
 */
export function createTranslationsAhead(
  resources: Resources,
  { peopleIn, msPerDay }: TranslationsAheadParts,
) {
  const waiting = new Map<string, { scope: TenantScope; conversationId: string }>();
  const tried = new Set<string>();

  function remember(attempt: string): void {
    tried.add(attempt);
    const [oldest] = tried;
    if (tried.size > TRIED_MAX && oldest !== undefined) tried.delete(oldest);
  }

  async function translateNewest(ctx: Context, conversationId: string, signal: AbortSignal): Promise<void> {
    const languages = new Set(peopleIn(ctx.scope, conversationId).flatMap(({ language }) => language ?? []));
    const conversation = languages.size > 0 ? await findConversation(ctx, decodeId(conversationId)) : null;
    if (!conversation || (await modeOf(ctx, 'translate', conversation.contactId)) !== 'on') return;
    if (!(await isOffered(ctx, 'translate'))) return;
    const { contactId } = conversation;
    const theirs = (await newestMessages(ctx, contactId, MESSAGES_READ)).flatMap(
      ({ id, direction, isRevoked, text }) =>
        direction === 'inbound' && isRevoked === 0 && text ? [{ messageId: id, contactId, text }] : [],
    );
    for (const message of theirs.slice(-NEWEST).toReversed()) {
      const readLanguage = message.text.length > TEXT_MAX ? null : detectLanguage(message.text);
      if (readLanguage === null) continue;
      for (const language of languages) {
        if (language.slice(0, 2) === readLanguage.slice(0, 2)) continue;
        const attempt = `${message.messageId.toString('hex')} ${language} ${message.text.length}`;
        if (tried.has(attempt)) continue;
        if (signal.aborted || !(await draftBudget(ctx, msPerDay)).isLeft) return;
        const startedAt = performance.now();
        const answer = await translateAhead(
          ctx,
          { ...message, language },
          { ...AHEAD, signal, readLanguage, mustBeListed: !hasRules(language) || !hasRules(readLanguage) },
        );
        if (answer === null || answer.state === 'ok' || answer.state === 'failed') remember(attempt);
        if (answer === null) continue;
        if (answer.model !== null) await spendDraftTime(ctx, performance.now() - startedAt);
        // The model is away, busy or does not know the language: so it is for the others.
        if (answer.state !== 'ok') return;
      }
    }
  }

  const rounds = createRounds(resources, {
    name: 'assist_translations',
    everyMs: EVERY_MS,
    problem: 'could not translate messages ahead; will retry',
    run: async (isStopping, stopping) => {
      for (const [key, { scope, conversationId }] of [...waiting]) {
        if (isStopping()) return;
        waiting.delete(key);
        try {
          await translateNewest(operatorContext(resources, scope), conversationId, stopping);
        } catch (error) {
          // Nothing of a conversation goes into the log: an error of the database can quote a statement.
          const code = (error as { code?: unknown }).code ?? 'unknown';
          resources.log.warn({ code }, 'messages could not be translated ahead');
        }
      }
    },
  });

  /** Notes conversations with something new of the customer, or that someone has just read, while they are on a screen. */
  const noteEvents: Subscriber = async (scope, events) => {
    for (const { name, payload } of events) {
      if (name !== 'message.received' && name !== 'conversation.updated') continue;
      const { id, lastMessage } = (payload as EventPayload<'conversation.updated'>).conversation;
      if (lastMessage?.direction !== 'inbound' || waiting.size >= WAITING_MAX) continue;
      if (peopleIn(scope, id).length > 0)
        waiting.set(`${scope.tenantId} ${id}`, { scope, conversationId: id });
    }
    if (waiting.size > 0) rounds.wake();
  };

  return { worker: rounds, noteEvents };
}
