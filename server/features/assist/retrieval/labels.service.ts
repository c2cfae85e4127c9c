import type { LabelSuggestions } from '../../../../shared/contract/assist/retrieval.contract.ts';
import { LABELS_MAX } from '../../../../shared/domain/inbox-views.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import type { Context, Resources } from '../../../kernel/context/context.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { findRows } from '../../../kernel/tenancy/rows.ts';
import { modeOf } from '../exclusions.service.ts';
import {
  countLabelled,
  labelsOfContacts,
  type ReadMessage,
  readRecentMessages,
} from './conversations-read.repository.ts';
import { latestMessages } from './examples.repository.ts';
import { type Labelled, type LabelModel, learnLabels } from './label-model.ts';
import { inSlices } from './slices.ts';
import { contactOf } from './suggest.service.ts';
import { createWorkspaceMemory, type LearnedOf } from './workspace-memory.ts';

const SINCE_DAYS = 180;
/** What a customer wrote last says what the conversation is about. */
const MESSAGES_READ = 8;
/** The menu is opened by a person, who waits this long for a suggestion. */
const WAIT_MS = 150;

/** The labels of a workspace in the order of their places, and what suggests them. */
export interface LearnedLabels {
  labels: { id: Buffer }[];
  model: LabelModel;
}

/** Creates the memory of which labels fit which conversations. */
export function createLearnedLabels(resources: Resources) {
  return createWorkspaceMemory<LearnedLabels>(resources, {
    name: 'labels',
    learn,
    bytesOf: ({ model }) => model.bytes,
    sizeOf: countLabelled,
  });
}

/** Returns labels that fit a conversation and that it does not have. @throws {AppError} conversation_not_found */
export async function suggestLabels(
  ctx: Context,
  learnedOf: LearnedOf<LearnedLabels>,
  id: string,
): Promise<LabelSuggestions> {
  const contactId = await contactOf(ctx, id);
  const mode = await modeOf(ctx, 'triage', contactId);
  if (mode === 'off') return { mode, state: 'ready', data: [] };
  const learned = await learnedOf(ctx, WAIT_MS);
  if (!learned) return { mode, state: 'learning', data: [] };
  const messages = (await latestMessages(ctx, contactId, 4 * MESSAGES_READ))
    .filter(({ direction }) => direction === 'inbound')
    .slice(0, MESSAGES_READ)
    .toReversed();
  const given = await findRows(ctx, 'conversationLabel', { columns: ['labelId'], where: { contactId } });
  const has = new Set(given.map(({ labelId }) => labelId.toString('hex')));
  // A label may have been deleted since.
  const there = new Set(
    (await findRows(ctx, 'label', { columns: ['id'], order: [['id', 'ASC']], limit: LABELS_MAX })).map(
      ({ id }) => id.toString('hex'),
    ),
  );
  const data = learned.model.suggest(textOf(messages)).flatMap(({ label, score }) => {
    const labelId = learned.labels[label]?.id;
    const key = labelId?.toString('hex') ?? '';
    if (!labelId || has.has(key) || !there.has(key)) return [];
    return [{ labelId: encodeId('label', labelId), score: Math.round(score * 1_000) / 1_000 }];
  });
  return { mode, state: 'ready', data };
}

async function learn(ctx: Context, isStopping: () => boolean): Promise<LearnedLabels | null> {
  const labels = await findRows(ctx, 'label', { columns: ['id'], order: [['id', 'ASC']], limit: LABELS_MAX });
  const places = new Map(labels.map(({ id }, place) => [id.toString('hex'), place]));
  const since = new Date(ctx.clock.now().getTime() - SINCE_DAYS * DAY_MS);
  const messages = await readRecentMessages(ctx, since);
  const byContact = groupByContact(messages);
  const newest = new Map(messages.map(({ contactId, direction }) => [contactId.toString('hex'), direction]));
  const given = await labelsOfContacts(
    ctx,
    [...byContact.values()].flatMap(([message]) => message?.contactId ?? []),
  );
  const labelsOf = new Map<string, number[]>();
  for (const { contactId, labelId } of given) {
    const place = places.get(labelId.toString('hex'));
    const key = contactId.toString('hex');
    if (place !== undefined) labelsOf.set(key, [...(labelsOf.get(key) ?? []), place]);
  }
  // A customer who still waits: that there is no label says nothing, and it may be the one that is asked about.
  const isUndecided = (key: string) => !labelsOf.has(key) && newest.get(key) === 'inbound';
  const conversations = [...byContact].flatMap(([key, messages]): Labelled[] => {
    const text = textOf(messages.slice(-MESSAGES_READ));
    return isUndecided(key) ? [] : [{ text, labels: labelsOf.get(key) ?? [] }];
  });
  const model = await inSlices(learnLabels(labels.length, conversations), isStopping);
  return model && { labels, model };
}

/** Returns what each contact wrote, in its order. */
function groupByContact(messages: readonly ReadMessage[]): Map<string, ReadMessage[]> {
  const byContact = new Map<string, ReadMessage[]>();
  for (const message of messages) {
    if (message.direction !== 'inbound' || !message.text) continue;
    const key = message.contactId.toString('hex');
    const known = byContact.get(key);
    if (known) known.push(message);
    else byContact.set(key, [message]);
  }
  return byContact;
}

const TEXT_MAX = 800;

function textOf(messages: readonly { text: string | null }[]): string {
  return messages
    .flatMap(({ text }) => text ?? [])
    .join('\n')
    .slice(-TEXT_MAX);
}
