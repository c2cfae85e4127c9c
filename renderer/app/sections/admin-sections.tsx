import { ApiKeysPage } from '../../features/api-keys/api-keys.page.tsx';
import { MembersPage } from '../../features/people/members.page.tsx';
import { GeneralPage } from '../../features/workspace-settings/general.page.tsx';
import { SecurityPage } from '../../features/workspace-settings/workspace.page.tsx';
import { updateWorkspaceSettings } from '../session.store.ts';
import { useSession } from '../use-session.ts';

/** The API keys page. Reads the session. */
export function KeysSection() {
  return <ApiKeysPage session={useSession()} />;
}

/** The people page. Reads the session. */
export function PeopleSection() {
  return <MembersPage session={useSession()} />;
}

/** The general settings page. Updates the session when settings are saved. */
export function WorkspaceSection() {
  return <GeneralPage session={useSession()} onChange={updateWorkspaceSettings} />;
}

/** The security settings page. Reads the session. */
export function SecuritySection() {
  return <SecurityPage session={useSession()} />;
}
