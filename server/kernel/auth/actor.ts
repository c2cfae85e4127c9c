import { AppError } from '../../../shared/domain/errors.ts';
import type { Language } from '../../../shared/domain/language.ts';
import type { Permission } from '../../../shared/domain/permissions.ts';
import type { Role } from '../../../shared/domain/roles.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** The authenticated caller and their permissions. */
export type Actor = KeyActor | UserActor;

interface Acting {
  /** The id of the key or the user. */
  id: string;
  name: string;
  permissions: ReadonlySet<Permission>;
  scope: TenantScope;
}

export interface KeyActor extends Acting {
  kind: 'key';
}

export interface UserActor extends Acting {
  kind: 'user';
  email: string;
  role: Role;
  /** The language of the dashboard; null until the person has chosen one. */
  language: Language | null;
  sessionId: string;
  /** Whether the person has entered their password in this session within the last five minutes. */
  isConfirmed: boolean;
}

/**
 * Requires that a person has entered their password recently (decision 0248). API keys and the operator pass.
 * @throws {AppError} confirmation_required
 */
export function requireConfirmation(actor: Actor | null): void {
  if (actor?.kind === 'user' && !actor.isConfirmed) throw new AppError('confirmation_required');
}
