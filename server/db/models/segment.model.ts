import { defineModel, json, key, string, time } from '../define-model.ts';

export interface SegmentRow {
  id: Buffer;
  tenantId: Buffer;
  name: string;
  /** `ContactFilter`. */
  filter: unknown;
  createdAt: Date;
  updatedAt: Date;
}

export const segmentModel = defineModel<SegmentRow>('segments', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  name: string(),
  filter: json(),
  createdAt: time(),
  updatedAt: time(),
});
