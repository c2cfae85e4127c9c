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
}
