import type { Language } from '../../../shared/domain/language.ts';
import type { Role } from '../../../shared/domain/roles.ts';
import { defineModel, key, string, time } from '../define-model.ts';

export interface UserRow {
  id: Buffer;
  tenantId: Buffer;
  email: string;
  name: string;
  role: Role;
  passwordHash: string;
  /** Null until the person has chosen one. */
  language: Language | null;
  createdAt: Date;
}

export const userModel = defineModel<UserRow>('users', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  email: string(),
  name: string(),
  role: string(),
  passwordHash: string(),
  language: string(),
  createdAt: time(),
});
