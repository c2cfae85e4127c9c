import type { ReactNode } from 'react';
import type { Session } from '../../../shared/contract/session.contract.ts';
import type { Permission } from '../../../shared/domain/permissions.ts';
import { useSession } from '../use-session.ts';
import { ForbiddenPage } from './plain-pages.tsx';

/** A section for those who may. Others see why they cannot open it; the server refuses them anyway. */
export function Guarded({
  permission,
  children,
}: {
  permission: Permission;
  children: (session: Session) => ReactNode;
}) {
  const session = useSession();
  return session.permissions.includes(permission) ? children(session) : <ForbiddenPage />;
}
