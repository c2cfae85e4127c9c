import type { ReactNode } from 'react';
import type { Session } from '../../shared/contract/session.contract.ts';
import type { Permission } from '../../shared/domain/permissions.ts';
import { ApiKeysPage } from '../features/api-keys/api-keys.page.tsx';
import { AuditLogPage } from '../features/audit-log/audit-log.page.tsx';
import { MembersPage } from '../features/members/members.page.tsx';
import { ParkedItemsPage } from '../features/parked-items/parked-items.page.tsx';
import { ForbiddenPage } from './plain-pages.tsx';
import { useSession } from './use-session.ts';

/** The sections of owners and admins. Others are told so; the server refuses them anyway. */
export function KeysSection() {
  return <Guarded permission="keys:manage">{(session) => <ApiKeysPage session={session} />}</Guarded>;
}

export function PeopleSection() {
  return <Guarded permission="members:manage">{(session) => <MembersPage session={session} />}</Guarded>;
}

export function LogSection() {
  return <Guarded permission="settings:manage">{() => <ParkedItemsPage />}</Guarded>;
}

export function ActivitySection() {
  return <Guarded permission="audit:read">{() => <AuditLogPage />}</Guarded>;
}

function Guarded({
  permission,
  children,
}: {
  permission: Permission;
  children: (session: Session) => ReactNode;
}) {
  const session = useSession();
  return session.permissions.includes(permission) ? children(session) : <ForbiddenPage />;
}
