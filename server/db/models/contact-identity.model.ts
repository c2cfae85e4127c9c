import { defineModel, integer, key, string, time } from '../define-model.ts';

/** phone: a number, under its lookup key. user: the platform's own id of a person without a number. */
export type IdentityKind = 'phone' | 'user';

export interface ContactIdentityRow {
  id: Buffer;
  tenantId: Buffer;
  contactId: Buffer;
  kind: IdentityKind;
  /** What is looked up: the number with national variants folded, or the platform's id. */
  lookup: string;
  /** The form the platform knows the person by; what we send to. */
  value: string;
  /** 1 once the platform has written from it, 0 when only typed by us. */
  attested: number;
  /** 1 after the person moved to another number: it still resolves, until somebody else writes from it. */
  retired: number;
  /**
   * 1 for the numbers of contacts that were merged: the person has all of them, and is answered at the one that they last
   * wrote from.
   */
  isAlternate: number;
  createdAt: Date;
}

export const contactIdentityModel = defineModel<ContactIdentityRow>('contact_identities', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  contactId: key(),
  kind: string(),
  lookup: string(),
  value: string(),
  attested: integer(),
  retired: integer(),
  isAlternate: integer(),
  createdAt: time(),
});
