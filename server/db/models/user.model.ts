import type { Language } from '../../../shared/domain/language.ts';
import type { Role } from '../../../shared/domain/roles.ts';
import { defineModel, integer, key, string, time } from '../define-model.ts';

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
  /** Since when the person takes no new conversations; null: available. */
  awaySince: Date | null;
  /** Whether the person is away only for lack of activity. */
  isIdle: number;
  /** When the person last used the dashboard; null: not since that is stored. */
  activeAt: Date | null;
  /** Whether conversations are assigned to the person in turn. */
  takesPart: number;
  /** When a conversation was last assigned to the person in turn. */
  lastAssignedAt: Date | null;
}

/** What applies to everyone who joins: available, and conversations are assigned to them in turn. */
export const NEW_MEMBER = {
  awaySince: null,
  isIdle: 0,
  activeAt: null,
  takesPart: 1,
  lastAssignedAt: null,
} as const;

export const userModel = defineModel<UserRow>('users', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  email: string(),
  name: string(),
  role: string(),
  passwordHash: string(),
  language: string(),
  createdAt: time(),
  awaySince: time(),
  isIdle: integer(),
  activeAt: time(),
  takesPart: integer(),
  lastAssignedAt: time(),
});
