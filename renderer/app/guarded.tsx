import type { ReactNode } from 'react';
import type { Session } from '../../shared/contract/session.contract.ts';
import type { Permission } from '../../shared/domain/permissions.ts';
import { ForbiddenPage } from './plain-pages.tsx';
import { useSession } from './use-session.ts';

/** A section for those who have the permission. Others are told so; the server refuses them anyway. */
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
