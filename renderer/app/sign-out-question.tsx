import { useMutation } from '../lib/forms/use-mutation.ts';
import { t } from '../lib/i18n.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { countUnsent, signOutNow, useSignOutQuestion } from './session.store.ts';

/** Asks before a sign-out in a browser, which discards what was not sent: others may use this computer. */
export function SignOutQuestion() {
  const signingOut = useMutation(signOutNow);
  return (
    <ConfirmModal
      opened
      title={t('commands:signOutQuestion.title')}
      confirmLabel={t('commands:signOutQuestion.confirm')}
      mutation={signingOut}
      onClose={() => useSignOutQuestion.setState({ isOpen: false })}
    >
      {t('commands:signOutQuestion.text', { count: countUnsent() })}
    </ConfirmModal>
  );
}
