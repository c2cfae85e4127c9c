import { ApiKeysPage } from '../../features/api-keys/api-keys.page.tsx';
import { MembersPage } from '../../features/people/members.page.tsx';
import { WorkspacePage } from '../../features/workspace-settings/workspace.page.tsx';
import { takeWorkspaceSettings } from '../session.store.ts';
import { useSession } from '../use-session.ts';

/** The API keys page, with the session. */
export function KeysSection() {
  return <ApiKeysPage session={useSession()} />;
}

/** The people page, with the session. */
export function PeopleSection() {
  return <MembersPage session={useSession()} />;
}

/** The workspace settings page. Saved settings become part of the session. */
export function WorkspaceSection() {
  return <WorkspacePage session={useSession()} onChange={takeWorkspaceSettings} />;
}
