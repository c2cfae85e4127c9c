import type {
  ActionResult,
  AutomationRule,
  RuleAction,
} from '../../../shared/contract/inbox/automation.contract.ts';
import { type ActionReason, MESSAGES_PER_HOUR } from '../../../shared/domain/automation/rules.ts';
import { CONVERSATION_LABELS_MAX } from '../../../shared/domain/inbox-views.ts';
import { TEXT_MAX } from '../../../shared/domain/message-limits.ts';
import { fillVariables, firstName, type ReplyValues } from '../../../shared/domain/saved-reply.ts';
import type { SentComponent } from '../../../shared/domain/templates/template-check.ts';
import { cutText } from '../../../shared/domain/text.ts';
import { nextOpening, openingLanguage } from '../../../shared/domain/time/next-opening.ts';
import { isWindowOpen, windowExpiresAt } from '../../../shared/domain/window.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { RuleRow, RunRow } from '../../features/automation/index.ts';
import { presentContact } from '../../features/contacts/index.ts';
import {
  addLabels,
  assignTo,
  closeWork,
  conversationView,
  labelIdsOf,
  type lockWorkState,
  openConversation,
  presentConversation,
  recordChange,
  recordWork,
  responseRulesOf,
  storeWorkState,
} from '../../features/conversations/index.ts';
import { NO_CONTENT } from '../../features/messages/index.ts';
import { findTemplateByName, mayBeMarketing } from '../../features/templates/index.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import { findRow, updateRow } from '../../kernel/tenancy/rows.ts';
import { workspaceName } from '../../kernel/tenancy/workspace-name.ts';
import { nextMember } from '../assignment/assign-in-turn.ts';
import { personalMessage } from '../broadcasts/personal-message.ts';
import type { OutgoingContent } from '../outbound/outgoing-content.ts';
import { storeOutbound } from '../outbound/store-outbound.ts';

type Conversation = Awaited<ReturnType<typeof openConversation>>;
type WorkState = NonNullable<Awaited<ReturnType<typeof lockWorkState>>>;

/** What the actions of a run work on. The conversation's row is locked. */
export interface RunOn {
  rule: RuleRow;
  trigger: AutomationRule['trigger'];
  run: RunRow;
  contact: ContactRow;
  conversation: Conversation;
  state: WorkState;
  isConnected: boolean;
  /** Messages that rules have sent the contact within the last hour. */
  sentLately: number;
}

type Outcome = ActionReason | 'done';

const HOUR_MS = 3_600_000;
/** An automatic answer that waits longer than this would surprise. */
const EXPIRY_HOURS = 12;

/** Does the actions of a run in their order, in the transaction of its row; returns what came of each. */
export async function runActions(
  ctx: ChangeContext,
  on: RunOn,
  actions: readonly RuleAction[],
): Promise<{ results: ActionResult[]; messages: number }> {
  const results: ActionResult[] = [];
  let messages = 0;
  let isChanged = false;
  for (const action of actions) {
    if (action.kind === 'webhook') continue;
    const isSend = isSending(action);
    const outcome = isSend
      ? on.sentLately + messages >= MESSAGES_PER_HOUR
        ? 'hourly_limit'
        : await send(ctx, on, action)
      : await change(ctx, on, action);
    if (outcome === 'done' && isSend) messages += 1;
    if (outcome === 'done' && !isSend) isChanged = true;
    results.push(resultOf(action, outcome));
  }
  if (isChanged) await recordChange(ctx, on.conversation.id);
  // Last, so that it says what the others have done.
  const webhook = actions.find(({ kind }) => kind === 'webhook');
  if (webhook) {
    await recordTriggered(ctx, on);
    results.push(resultOf(webhook, 'done'));
  }
  return { results, messages };
}

const resultOf = ({ kind }: RuleAction, outcome: Outcome): ActionResult =>
  outcome === 'done' ? { kind, result: 'done', reason: null } : { kind, result: 'skipped', reason: outcome };

type SendingAction = Extract<RuleAction, { kind: 'text' | 'saved_reply' | 'template' }>;
type ChangingAction = Exclude<RuleAction, SendingAction | { kind: 'webhook' }>;

function isSending(action: RuleAction): action is SendingAction {
  return action.kind === 'text' || action.kind === 'saved_reply' || action.kind === 'template';
}

async function send(ctx: ChangeContext, on: RunOn, action: SendingAction): Promise<Outcome> {
  const { contact, conversation } = on;
  if (!on.isConnected) return 'not_connected';
  const now = ctx.clock.now();
  const windowEnd = windowExpiresAt(conversation.lastInboundAt);
  // Judged now, when it is sent: outside the window, only templates arrive.
  if (action.kind !== 'template' && !isWindowOpen(windowEnd, now)) return 'window_closed';
  const content = await contentOf(ctx, on, action);
  if (typeof content === 'string') return content;
  const hoursLeft = windowEnd ? Math.floor((windowEnd.getTime() - now.getTime()) / HOUR_MS) : 0;
  await storeOutbound(ctx, {
    // The newest message may be one of this run.
    conversation: await openConversation(ctx, contact.id),
    content,
    warnings: [],
    expiryHours: action.kind === 'template' ? EXPIRY_HOURS : Math.min(EXPIRY_HOURS, Math.max(1, hoursLeft)),
    origin: 'automation',
    ruleId: on.rule.id,
  });
  return 'done';
}

/** Returns the message of an action for a contact, or why there is none. */
async function contentOf(
  ctx: ChangeContext,
  { contact, state }: RunOn,
  action: SendingAction,
): Promise<OutgoingContent | ActionReason> {
  if (action.kind === 'template') {
    if (contact.phone === null) return 'no_phone';
    const template = await findTemplateByName(ctx, action.name, action.language);
    if (!template) return 'invalid_value';
    if (mayBeMarketing(template) && contact.marketing === 'unsubscribed') return 'unsubscribed';
    const made = personalMessage(template, action.components as SentComponent[], contact);
    if ('content' in made) return made.content;
    return made.reason === 'missing_value' ? 'missing_value' : 'invalid_value';
  }
  const text = action.kind === 'text' ? action.text : await savedReply(ctx, action.savedReplyId);
  const agent = state.assigneeId
    ? await findRow(ctx, 'user', { where: { id: state.assigneeId }, columns: ['name'] })
    : null;
  const workspace = await workspaceName(ctx);
  // A contact without a name has its number for one, which is no way to address a customer.
  const name = /\p{L}/u.test(contact.name) ? contact.name : '';
  const { hours } = await responseRulesOf(ctx);
  const now = ctx.clock.now();
  const values: ReplyValues = {
    'contact.name': name,
    'contact.first_name': firstName(name),
    'agent.name': agent?.name ?? workspace,
    'workspace.name': workspace,
    'workspace.next_opening': (text) => nextOpening(hours, now, openingLanguage(text)) ?? '',
  };
  return { ...NO_CONTENT, type: 'text', content: filled(text, values) };
}

/** Fills the variables in. Where a value is missing, the text closes up: "Hello {{contact.name}}!" is "Hello!". */
function filled(text: string, values: ReplyValues): string {
  const { text: whole, missing } = fillVariables(text, values, '');
  const closed =
    missing.length === 0 ? whole : whole.replace(/[ \t]+(?=[,.!?;:])/g, '').replace(/[ \t]{2,}/g, ' ');
  return cutText(closed.trim(), TEXT_MAX) || values['workspace.name'];
}

async function savedReply(ctx: ChangeContext, id: string): Promise<string> {
  const row = await findRow(ctx, 'savedReply', { where: { id: decodeId(id) }, columns: ['content'] });
  return row?.content ?? '';
}

async function change(ctx: ChangeContext, on: RunOn, action: ChangingAction): Promise<Outcome> {
  const { state } = on;
  switch (action.kind) {
    case 'assign': {
      const memberId = action.memberId === null ? await nextMember(ctx) : decodeId(action.memberId);
      if (!memberId) return 'nobody_free';
      if (!(await assignTo(ctx, state, memberId, on.rule.name))) return 'unchanged';
      if (action.memberId === null)
        await updateRow(ctx, 'user', memberId, { lastAssignedAt: ctx.clock.now() });
      state.assigneeId = memberId;
      return 'done';
    }
    case 'label': {
      const labelId = decodeId(action.labelId);
      const known = await labelIdsOf(ctx, state.id);
      if (known.some((id) => id.equals(labelId))) return 'unchanged';
      if (known.length >= CONVERSATION_LABELS_MAX) return 'too_many_labels';
      await addLabels(ctx, state, [labelId]);
      await storeWorkState(ctx, state.id, {});
      await recordWork(ctx, state, { addedLabels: [labelId] }, on.rule.name);
      return 'done';
    }
    case 'close':
      return (await closeWork(ctx, state, on.rule.name)) ? 'done' : 'unchanged';
    case 'snooze': {
      const snoozedUntil = new Date(ctx.clock.now().getTime() + action.hours * HOUR_MS);
      await storeWorkState(ctx, state.id, { status: 'snoozed', snoozedUntil, returnedAt: null });
      await recordWork(ctx, state, { status: { after: 'snoozed', snoozedUntil } }, on.rule.name);
      return 'done';
    }
  }
}

/** Records the event that endpoints subscribe to, with the conversation as the other actions have left it. */
async function recordTriggered(ctx: ChangeContext, { rule, trigger, run, contact, conversation }: RunOn) {
  const view = await conversationView(ctx, conversation.id);
  if (!view) return;
  ctx.record('automation.triggered', {
    rule: { id: encodeId('automationRule', rule.id), name: rule.name },
    trigger: trigger.kind,
    messageId: run.messageId && encodeId('message', run.messageId),
    contact: presentContact(contact),
    conversation: presentConversation(view),
  });
}
