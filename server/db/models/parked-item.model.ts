import { defineModel, integer, json, key, string, text, time } from '../define-model.ts';

export interface ParkedItemRow {
  id: Buffer;
  tenantId: Buffer;
  kind: string;
  reason: string;
  payload: unknown;
  /** The platform's id of the message that it is about and that has not come yet; null: nothing is awaited. */
  awaits: string | null;
  /** The callback that it was a part of, and its number there. */
  source: Buffer | null;
  item: number | null;
  /** Where it was in its callback, as JSON; null when it cannot be taken in by itself. */
  origin: unknown;
  createdAt: Date;
}

export const parkedItemModel = defineModel<ParkedItemRow>('parked_items', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  kind: string(),
  reason: text(),
  payload: json(),
  awaits: string(),
  source: key(),
  item: integer(),
  origin: json(),
  createdAt: time(),
});
