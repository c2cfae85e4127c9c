import type {
  ContactActionKind,
  ContactActionState,
} from '../../../shared/domain/contacts/contact-actions.ts';
import { defineModel, integer, json, key, string, time } from '../define-model.ts';

export interface ContactActionRow {
  id: Buffer;
  tenantId: Buffer;
  kind: ContactActionKind;
  /** `ContactAction['detail']`. */
  detail: unknown;
  state: ContactActionState;
  total: number;
  /** Contacts that the running step has behind it. */
  done: number;
  /** Contacts that are different now. */
  changed: number;
  /** The last contact that the running step has behind it. */
  reached: Buffer | null;
  /** The `Author`. */
  author: unknown;
  startsAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
}

export const contactActionModel = defineModel<ContactActionRow>('contact_actions', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  kind: string(),
  detail: json(),
  state: string(),
  total: integer(),
  done: integer(),
  changed: integer(),
  reached: key(),
  author: json(),
  startsAt: time(),
  createdAt: time(),
  finishedAt: time(),
});
