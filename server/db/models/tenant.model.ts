import type { Country } from '../../../shared/domain/country.ts';
import { defineModel, key, string, time } from '../define-model.ts';

export interface TenantRow {
  id: Buffer;
  name: string;
  verifyToken: string;
  defaultCountry: Country | null;
  createdAt: Date;
  /** The number of the sandbox that was opened to try the workspace out. It stays after a real number replaces it. */
  testNumberId?: string | null;
  /** When the first steps were hidden. */
  welcomeHiddenAt?: Date | null;
}

export const tenantModel = defineModel<TenantRow>('tenants', {
  id: key({ primaryKey: true }),
  name: string(),
  verifyToken: string(),
  defaultCountry: string(),
  createdAt: time(),
  testNumberId: string(),
  welcomeHiddenAt: time(),
});
