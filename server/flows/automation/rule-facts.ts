import type { RuleLanguage } from '../../../shared/domain/automation/rules.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { RuleFacts } from '../../features/automation/index.ts';
import { encodeId } from '../../kernel/ids.ts';
import { languageOfNumber } from '../inbound/consent.ts';

/** Country codes of numbers whose owners most likely read English. */
const ENGLISH = ['1', '44', '61', '64', '65', '27', '353', '233', '234', '254', '256'];

/** Returns the language that the country of a number suggests. */
function likelyLanguage(phone: string | null): RuleLanguage {
  const language = languageOfNumber(phone);
  if (language) return language;
  return ENGLISH.some((code) => phone?.startsWith(code)) ? 'en' : 'other';
}

/** Returns what conditions are compared with, for a contact and the labels of its conversation. */
export function factsOf(
  contact: Pick<ContactRow, 'name' | 'email' | 'status' | 'phone' | 'tags' | 'attributes' | 'marketing'>,
  labelIds: readonly Buffer[],
  isOpen: boolean,
): RuleFacts {
  const attributes = contact.attributes === null ? {} : asJson<Record<string, unknown>>(contact.attributes);
  return {
    labels: new Set(labelIds.map((id) => encodeId('label', id))),
    tags: asJson<string[]>(contact.tags),
    language: likelyLanguage(contact.phone),
    isOpen,
    fields: { ...attributes, name: contact.name, email: contact.email, status: contact.status },
    marketing: contact.marketing,
  };
}
