import type {
  AutomationRuleInput,
  RuleAction,
  RuleCondition,
  RuleTrigger,
} from '../../../shared/contract/inbox/automation.contract.ts';
import { fillVariables, REPLY_VARIABLES, type ReplyVariable } from '../../../shared/domain/saved-reply.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import type { RuleThings, Things } from './automation.queries.ts';
import { actionPhrase, conditionPhrase, triggerPhrase } from './rule-parts.ts';

const TEXT_SHOWN = 80;
const DAY_HOURS = 24;

/** Formats hours in words: `4 hours`, `3 days`. */
export function hoursText(hours: number): string {
  return hours % DAY_HOURS === 0 && hours > DAY_HOURS
    ? t('automation:days', { count: hours / DAY_HOURS })
    : t('automation:hours', { count: hours });
}

/** Returns the name of something that a rule refers to, also when it was deleted or could not be loaded. */
export function nameOf({ items, isLoaded, error }: Things, id: string): string {
  const known = items.find((thing) => thing.id === id);
  if (known) return known.name;
  if (isLoaded) return t('automation:deleted');
  return error ? t('automation:nameNotLoaded') : '…';
}

/** Returns a rule as one sentence. */
export function ruleSentence(
  { trigger, conditions, actions }: Pick<AutomationRuleInput, 'trigger' | 'conditions' | 'actions'>,
  things: RuleThings,
): string {
  const values = {
    when: triggerText(trigger, things),
    conditions: listed(conditions.map((condition) => conditionText(condition, things))),
    actions: listed(actions.map((action) => actionText(action, things))),
  };
  return t(conditions.length > 0 ? 'automation:sentence.conditional' : 'automation:sentence.plain', values);
}

function triggerText(trigger: RuleTrigger, { labels }: RuleThings): string {
  const phrase = t(`automation:triggers.${triggerPhrase(trigger)}`);
  switch (trigger.kind) {
    case 'keyword':
      return `${phrase} ${listed(trigger.words.map(quoted), 'disjunction')}`;
    case 'label_added':
      return `${phrase} ${quoted(nameOf(labels, trigger.labelId))}`;
    case 'no_answer':
      return `${phrase} ${hoursText(trigger.hours)}`;
    default:
      return phrase;
  }
}

/** Returns a condition in words. */
export function conditionText(condition: RuleCondition, { labels, fields }: RuleThings): string {
  const phrase = t(`automation:conditions.${conditionPhrase(condition)}`);
  switch (condition.kind) {
    case 'label':
      return `${phrase} ${quoted(nameOf(labels, condition.labelId))}`;
    case 'tag':
      return `${phrase} ${quoted(condition.tag)}`;
    case 'language':
      return `${phrase} ${listed(
        condition.languages.map((language) => t(`automation:languages.${language}`)),
        'disjunction',
      )}`;
    case 'field': {
      const { field, is, value } = condition;
      const start = `${phrase} ${quoted(nameOf(fields, field))} ${t(`automation:comparisons.${is}`)}`;
      return is === 'filled' || is === 'empty' ? start : `${start} ${quoted(value)}`;
    }
    default:
      return phrase;
  }
}

function actionText(action: RuleAction, { labels, members, replies }: RuleThings): string {
  const phrase = t(`automation:actions.${actionPhrase(action)}`);
  switch (action.kind) {
    case 'text':
      return `${phrase} ${quoted(shortened(fillVariables(action.text, variableNames()).text))}`;
    case 'saved_reply':
      return `${phrase} ${quoted(nameOf(replies, action.savedReplyId))}`;
    case 'template':
      return `${phrase} ${quoted(action.name)}`;
    case 'assign':
      return action.memberId === null ? phrase : `${phrase} ${nameOf(members, action.memberId)}`;
    case 'label':
      return `${phrase} ${quoted(nameOf(labels, action.labelId))}`;
    case 'snooze':
      return `${phrase} ${hoursText(action.hours)}`;
    default:
      return phrase;
  }
}

/** Returns what stands for the variables of a text while nobody is meant: `[First name]`. */
function variableNames(): Record<ReplyVariable, string> {
  const names = REPLY_VARIABLES.map((variable) => [
    variable,
    `[${t(`inbox:savedReplies.variables.${variable.replace('.', '_') as 'contact_name'}`)}]`,
  ]);
  return Object.fromEntries(names) as Record<ReplyVariable, string>;
}

const quoted = (text: string) => t('automation:quoted', { text });

function listed(parts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(currentLanguage(), { type }).format(parts);
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length <= TEXT_SHOWN ? line : `${letters.slice(0, TEXT_SHOWN).join('').trimEnd()}…`;
}
