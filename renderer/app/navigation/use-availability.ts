import { api } from '../../lib/api/api.ts';
import { refreshColleagues, useColleagues } from '../../lib/colleagues.ts';
import { useCommands } from '../../lib/commands/registry.ts';
import { t } from '../../lib/i18n.ts';
import { showErrorToast } from '../../lib/toast.ts';
import { useSession } from '../use-session.ts';

/** Returns whether the signed-in person takes new conversations, and how to change it; null for who answers nobody. */
export function useAvailability(): { isAway: boolean; setAway: (isAway: boolean) => void } | null {
  const { user, permissions } = useSession();
  const { colleagues } = useColleagues();
  const mayAnswer = permissions.includes('messages:send');
  const isAway = colleagues.some((one) => one.id === user.id && one.isAway);
  useCommands({ 'app.availability': mayAnswer ? () => setAway(!isAway) : null });
  return mayAnswer ? { isAway, setAway } : null;
}

function setAway(isAway: boolean): void {
  void api.assignment
    .setAvailability({ body: { isAway } })
    .then(refreshColleagues, (error) => showErrorToast(t('app:account.availabilityNotChanged'), error));
}
