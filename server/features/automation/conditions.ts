import type { RuleCondition, RuleTrigger } from '../../../shared/contract/inbox/automation.contract.ts';
import { matchesWords, type RuleLanguage } from '../../../shared/domain/automation/rules.ts';
import type { MarketingState } from '../../../shared/domain/contact-status.ts';

/** What a customer's message is, as far as triggers decide by it. */
export interface ArrivedMessage {
  text: string | null;
  begins: 'first' | 'again' | null;
  /** Whether it came within business hours. */
  isOpen: boolean;
}

/** Returns whether a message starts a rule with this trigger. */
export function isTriggeredBy(trigger: RuleTrigger, { text, begins, isOpen }: ArrivedMessage): boolean {
  switch (trigger.kind) {
    case 'conversation_started':
      return begins === 'first' || (begins === 'again' && trigger.reopened);
    case 'keyword':
      return text !== null && matchesWords(text, trigger);
    case 'outside_hours':
      return !isOpen;
    case 'label_added':
    case 'no_answer':
      return false;
  }
}

/** What conditions are compared with. */
export interface RuleFacts {
  /** The ids of the conversation's labels. */
  labels: ReadonlySet<string>;
  tags: readonly string[];
  language: RuleLanguage;
  /** Whether it is business hours now. */
  isOpen: boolean;
  /** The contact's fields by their keys, with custom fields. */
  fields: Readonly<Record<string, unknown>>;
  marketing: MarketingState;
}

/** Returns the number of the first condition that is not met, from 0; null when all are. */
export function firstUnmet(conditions: readonly RuleCondition[], facts: RuleFacts): number | null {
  const index = conditions.findIndex((condition) => !isMet(condition, facts));
  return index === -1 ? null : index;
}

function isMet(condition: RuleCondition, facts: RuleFacts): boolean {
  switch (condition.kind) {
    case 'label':
      return facts.labels.has(condition.labelId) === condition.has;
    case 'tag':
      return facts.tags.includes(condition.tag) === condition.has;
    case 'language':
      return condition.languages.includes(facts.language);
    case 'hours':
      return facts.isOpen === condition.inside;
    case 'field':
      return compares(condition, facts.fields);
    case 'marketing':
      return facts.marketing === condition.is;
  }
}

function compares(
  { field, is, value }: Extract<RuleCondition, { kind: 'field' }>,
  fields: RuleFacts['fields'],
): boolean {
  const known = Object.hasOwn(fields, field) ? fields[field] : null;
  const text = known === null || known === undefined ? '' : String(known).trim();
  switch (is) {
    case 'filled':
      return text !== '';
    case 'empty':
      return text === '';
    case 'equal':
      return text.toLowerCase() === value.toLowerCase();
    case 'different':
      return text.toLowerCase() !== value.toLowerCase();
  }
}
