import { ProfilePage } from '../../features/profile/profile.page.tsx';
import { chooseLanguage, updateSession } from '../session.store.ts';
import { useSession } from '../use-session.ts';

/** The page of the person's own settings. Reads the session. */
export function ProfileSection() {
  return (
    <ProfilePage
      session={useSession()}
      onSession={updateSession}
      onLanguage={(language) => void chooseLanguage(language)}
    />
  );
}
