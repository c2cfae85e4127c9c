import { WelcomePage } from '../../features/setup/welcome.page.tsx';
import { refreshSession } from '../session.store.ts';
import { useSession } from '../use-session.ts';

/** The first steps of the workspace. */
export function WelcomeSection() {
  return <WelcomePage workspace={useSession().workspace.name} onConnected={() => void refreshSession()} />;
}
