import type {
  AutomationRule,
  AutomationRuleInput,
  AutomationRun,
  RuleAction,
  RuleCondition,
  RuleTrigger,
} from '../../../shared/contract/inbox/automation.contract.ts';
import { SENDING_ACTIONS } from '../../../shared/domain/automation/rules.ts';

/**
 * The phrases that the sentence of a rule is made of. A phrase is a kind of trigger, condition or action together with
 * what it says in words; its values follow as chips.
 */

export const TRIGGER_PHRASES = [
  'first',
  'reopened',
  'contains',
  'whole',
  'outside_hours',
  'label_added',
  'no_answer',
] as const;
export type TriggerPhrase = (typeof TRIGGER_PHRASES)[number];

export const CONDITION_PHRASES = [
  'label',
  'no_label',
  'tag',
  'no_tag',
  'field',
  'language',
  'inside_hours',
  'outside_hours',
  'subscribed',
  'unsubscribed',
  'unknown',
] as const;
export type ConditionPhrase = (typeof CONDITION_PHRASES)[number];

export const ACTION_PHRASES = [
  'text',
  'saved_reply',
  'template',
  'assign',
  'assign_next',
  'label',
  'snooze',
  'close',
  'webhook',
] as const;
export type ActionPhrase = (typeof ACTION_PHRASES)[number];

/** The pause that rules which send a message start with. */
export const SENDING_PAUSE_HOURS = 24;

/** Returns the phrase of a trigger. */
export function triggerPhrase(trigger: RuleTrigger): TriggerPhrase {
  if (trigger.kind === 'conversation_started') return trigger.reopened ? 'reopened' : 'first';
  return trigger.kind === 'keyword' ? trigger.match : trigger.kind;
}

/** Returns a trigger with another phrase. It keeps what both have. */
export function triggerOf(phrase: TriggerPhrase, before: RuleTrigger | null): RuleTrigger {
  switch (phrase) {
    case 'first':
    case 'reopened':
      return { kind: 'conversation_started', reopened: phrase === 'reopened' };
    case 'contains':
    case 'whole':
      return { kind: 'keyword', words: before?.kind === 'keyword' ? before.words : [], match: phrase };
    case 'outside_hours':
      return { kind: 'outside_hours' };
    case 'label_added':
      return { kind: 'label_added', labelId: '' };
    case 'no_answer':
      return { kind: 'no_answer', hours: 4 };
  }
}

/** Returns the phrase of a condition. */
export function conditionPhrase(condition: RuleCondition): ConditionPhrase {
  switch (condition.kind) {
    case 'label':
      return condition.has ? 'label' : 'no_label';
    case 'tag':
      return condition.has ? 'tag' : 'no_tag';
    case 'hours':
      return condition.inside ? 'inside_hours' : 'outside_hours';
    case 'marketing':
      return condition.is;
    default:
      return condition.kind;
  }
}

/** Returns a condition with another phrase. It keeps what both have. */
export function conditionOf(phrase: ConditionPhrase, before: RuleCondition | null): RuleCondition {
  switch (phrase) {
    case 'label':
    case 'no_label':
      return {
        ...{ kind: 'label', has: phrase === 'label' },
        labelId: before?.kind === 'label' ? before.labelId : '',
      };
    case 'tag':
    case 'no_tag':
      return { kind: 'tag', has: phrase === 'tag', tag: before?.kind === 'tag' ? before.tag : '' };
    case 'field':
      return { kind: 'field', field: '', is: 'equal', value: '' };
    case 'language':
      return { kind: 'language', languages: [] };
    case 'inside_hours':
    case 'outside_hours':
      return { kind: 'hours', inside: phrase === 'inside_hours' };
    default:
      return { kind: 'marketing', is: phrase };
  }
}

/** Returns the phrase of an action. */
export function actionPhrase(action: RuleAction): ActionPhrase {
  return action.kind === 'assign' && action.memberId === null ? 'assign_next' : action.kind;
}

/** Returns a new action. */
export function actionOf(phrase: ActionPhrase): RuleAction {
  switch (phrase) {
    case 'text':
      return { kind: 'text', text: '' };
    case 'saved_reply':
      return { kind: 'saved_reply', savedReplyId: '' };
    case 'template':
      return { kind: 'template', name: '', language: '', components: [] };
    case 'assign':
      return { kind: 'assign', memberId: '' };
    case 'assign_next':
      return { kind: 'assign', memberId: null };
    case 'label':
      return { kind: 'label', labelId: '' };
    case 'snooze':
      return { kind: 'snooze', hours: 24 };
    default:
      return { kind: phrase };
  }
}

/** Returns whether a rule sends the customer a message. Such a rule has a pause of at least an hour. */
export function isSending({ actions }: Pick<AutomationRuleInput, 'actions'>): boolean {
  return actions.some(({ kind }) => SENDING_ACTIONS.includes(kind));
}

/** Returns whether a part has all of its values. */
export function isComplete(part: RuleTrigger | RuleCondition | RuleAction): boolean {
  switch (part.kind) {
    case 'keyword':
      return part.words.length > 0;
    case 'label_added':
    case 'label':
      return part.labelId !== '';
    case 'tag':
      return part.tag.trim() !== '';
    case 'language':
      return part.languages.length > 0;
    case 'field':
      return part.field !== '' && (part.is === 'filled' || part.is === 'empty' || part.value.trim() !== '');
    case 'text':
      return part.text.trim() !== '';
    case 'saved_reply':
      return part.savedReplyId !== '';
    case 'template':
      return part.name !== '';
    case 'assign':
      return part.memberId !== '';
    default:
      return true;
  }
}

/**
 * Returns the condition that stopped a run. A run has only its number: null when the rule was changed since, because
 * another condition may have that number now.
 */
export function unmetCondition(
  { condition, doneAt }: Pick<AutomationRun, 'condition' | 'doneAt'>,
  { conditions, updatedAt }: Pick<AutomationRule, 'conditions' | 'updatedAt'>,
): RuleCondition | null {
  if (condition === null || doneAt === null || Date.parse(doneAt) < Date.parse(updatedAt)) return null;
  return conditions[condition] ?? null;
}

/** Returns an empty rule. */
export function emptyRule(): AutomationRuleInput {
  return { name: '', trigger: triggerOf('first', null), conditions: [], actions: [], pauseHours: 0 };
}

/** Returns the places of a rule that lack a value: `name`, `trigger`, `conditions.0`, `actions`. */
export function gapsOf({ name, trigger, conditions, actions }: AutomationRuleInput): string[] {
  const parts = [
    ['trigger', trigger] as const,
    ...conditions.map((part, index) => [`conditions.${index}`, part] as const),
    ...actions.map((part, index) => [`actions.${index}`, part] as const),
  ];
  return [
    ...(name.trim() === '' ? ['name'] : []),
    ...parts.filter(([, part]) => !isComplete(part)).map(([place]) => place),
    ...(actions.length === 0 ? ['actions'] : []),
  ];
}
