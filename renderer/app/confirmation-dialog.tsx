import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queries } from '../lib/api/api.ts';
import { useConfirmation } from '../lib/api/confirmation.ts';
import { t } from '../lib/i18n.ts';
import { LaterModal, later } from '../ui/overlays/later.tsx';

const ConfirmationForm = later(async () => (await import('./confirmation-form.tsx')).ConfirmationForm);

/**
 * Asks for the password, or a code of the person's app, when the server wants a confirmation, and lets the waiting
 * requests continue. The forms below keep what was typed.
 */
export function ConfirmationDialog() {
  const answer = useConfirmation((state) => state.answer);
  const isOpen = answer !== null;
  const [wantsCode, setWantsCode] = useState(false);
  useFocusReturn(isOpen);
  const twoFactor = useQuery({ ...queries.twoFactor.status.queryOptions({ input: {} }), enabled: isOpen });
  const hasApp = twoFactor.data?.isEnabled ?? false;
  const kind = hasApp && wantsCode ? 'code' : 'password';

  return (
    <LaterModal
      opened={isOpen}
      onClose={() => answer?.(false)}
      title={t('identity.title')}
      size="sm"
      centered
      zIndex={400}
      returnFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {answer && (
        <ConfirmationForm
          key={kind}
          kind={kind}
          onSwitch={hasApp ? () => setWantsCode(!wantsCode) : null}
          onAnswer={answer}
        />
      )}
    </LaterModal>
  );
}

/** Frames to wait for the button that was pressed: it is disabled until its request has ended. */
const FRAMES_MAX = 60;

/** Returns the focus to where it was before the dialog, unless it has moved on. */
function useFocusReturn(isOpen: boolean): void {
  // A button that is pressed loses the focus when it is disabled, before the dialog opens.
  const last = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (isOpen) return;
    const element = last.current;
    let frame = 0;
    let frames = 0;
    const restore = () => {
      frames += 1;
      if (!element?.isConnected || isFocused() || frames > FRAMES_MAX) return;
      element.focus();
      if (!isFocused()) frame = requestAnimationFrame(restore);
    };
    frame = requestAnimationFrame(restore);
    const remember = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement) last.current = event.target;
    };
    document.addEventListener('focusin', remember);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', remember);
    };
  }, [isOpen]);
}

function isFocused(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}
