import type { Country } from '../../../shared/domain/country.ts';
import { defineModel, key, string, time } from '../define-model.ts';

export interface TenantRow {
  id: Buffer;
  name: string;
  verifyToken: string;
  defaultCountry: Country | null;
  createdAt: Date;
}

export const tenantModel = defineModel<TenantRow>('tenants', {
  id: key({ primaryKey: true }),
  name: string(),
  verifyToken: string(),
  defaultCountry: string(),
  createdAt: time(),
});
