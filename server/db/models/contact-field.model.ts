import type { ContactFieldType } from '../../../shared/domain/contact-status.ts';
import { defineModel, json, key, string, time } from '../define-model.ts';

export interface ContactFieldRow {
  id: Buffer;
  tenantId: Buffer;
  fieldKey: string;
  name: string;
  type: ContactFieldType;
  /** The choices of a `select`. */
  options: unknown;
  createdAt: Date;
  /** Set while the values of a removed field are being deleted. */
  removedAt: Date | null;
}

export const contactFieldModel = defineModel<ContactFieldRow>('contact_fields', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  fieldKey: string(),
  name: string(),
  type: string(),
  options: json(),
  createdAt: time(),
  removedAt: time(),
});
