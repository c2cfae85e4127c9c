import { defineModel, integer, json, key, string, time } from '../define-model.ts';

/** How a workspace has set the features of the assistant. */
export interface AssistSettingsRow {
  tenantId: Buffer;
  /** The modes that differ from the defaults: a part of `AssistSettings['modes']`. */
  modes: unknown;
  profile: string;
  /** How order numbers are written: a list of texts; null for none. */
  orderFormats: unknown;
  /** Words that mark a conversation as urgent: a list of texts; null for none. */
  urgentWords: unknown;
  askedAgainMinutes: number;
  updatedAt: Date;
}

export const assistSettingsModel = defineModel<AssistSettingsRow>('assist_settings', {
  tenantId: key({ primaryKey: true }),
  modes: json(),
  profile: string(),
  orderFormats: json(),
  urgentWords: json(),
  askedAgainMinutes: integer(),
  updatedAt: time(),
});

/** A contact whom the assistant leaves alone. */
export interface AssistExclusionRow {
  tenantId: Buffer;
  contactId: Buffer;
  createdAt: Date;
}

export const assistExclusionModel = defineModel<AssistExclusionRow>('assist_exclusions', {
  tenantId: key({ primaryKey: true }),
  contactId: key({ primaryKey: true }),
  createdAt: time(),
});
