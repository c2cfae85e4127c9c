import type { Contact, UpdateContact } from '../../../shared/contract/contacts.contract.ts';
import { changedFields } from '../../lib/forms/merged.ts';

/** What the form of a contact holds beside the phone number. */
export interface ContactValues {
  name: string;
  email: string;
  tags: string[];
  status: Contact['status'];
}

/** Returns the change of a contact that its form stands for. What the form has not changed is not sent. */
export function contactChanges(values: ContactValues, before: ContactValues): UpdateContact {
  const { tags, email, ...others } = changedFields(values, before);
  return {
    ...others,
    ...(email !== undefined && { email: emailToSend(email) }),
    ...(tags && tagChanges(tags, before.tags)),
  };
}

/** Returns the change from some tags to others. A tag that a colleague has added or removed meanwhile stays so. */
export function tagChanges(tags: readonly string[], before: readonly string[]) {
  return {
    addTags: tags.filter((tag) => !before.includes(tag)),
    removeTags: before.filter((tag) => !tags.includes(tag)),
  };
}

/** Returns the email address of a form; null without one. */
export function emailToSend(typed: string): string | null {
  return typed.trim() === '' ? null : typed;
}
