import type { LabelColor } from '../../../shared/domain/inbox-views.ts';
import { defineModel, key, string, time } from '../define-model.ts';

export interface LabelRow {
  id: Buffer;
  tenantId: Buffer;
  name: string;
  color: LabelColor;
  createdAt: Date;
}

export const labelModel = defineModel<LabelRow>('labels', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  name: string(),
  color: string(),
  createdAt: time(),
});
