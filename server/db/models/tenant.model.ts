import { defineModel, key, string, time } from '../define-model.ts';

export interface TenantRow {
  id: Buffer;
  name: string;
  verifyToken: string;
  createdAt: Date;
}

export const tenantModel = defineModel<TenantRow>('tenants', {
  id: key({ primaryKey: true }),
  name: string(),
  verifyToken: string(),
  createdAt: time(),
});
