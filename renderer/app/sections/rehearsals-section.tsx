import { RehearsalsPage } from '../../features/rehearsal/rehearsals.page.tsx';
import { useSession } from '../use-session.ts';

/** The rehearsal room. Reads the session. */
export function RehearsalsSection() {
  return <RehearsalsPage session={useSession()} />;
}
