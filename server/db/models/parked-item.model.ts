import { defineModel, json, key, string, text, time } from '../define-model.ts';

export interface ParkedItemRow {
  id: Buffer;
  tenantId: Buffer;
  kind: string;
  reason: string;
  payload: unknown;
  createdAt: Date;
}

export const parkedItemModel = defineModel<ParkedItemRow>('parked_items', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  kind: string(),
  reason: text(),
  payload: json(),
  createdAt: time(),
});
