import { ApiKeysPage } from '../../features/api-keys/api-keys.page.tsx';
import { AuditLogPage } from '../../features/audit-log/audit-log.page.tsx';
import { ParkedItemsPage } from '../../features/parked-items/parked-items.page.tsx';
import { MembersPage } from '../../features/people/members.page.tsx';
import { WorkspacePage } from '../../features/workspace-settings/workspace.page.tsx';
import { takeWorkspaceSettings } from '../session.store.ts';
import { Guarded } from './guarded.tsx';

/** The sections of owners and admins. */
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

export function WorkspaceSection() {
  return (
    <Guarded permission="settings:manage">
      {(session) => <WorkspacePage session={session} onChange={takeWorkspaceSettings} />}
    </Guarded>
  );
}
