import { CloseButton } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useDesktop } from '../../lib/desktop/desktop-state.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationButton } from '../../ui/mutation-button.tsx';
import classes from './update-banner.module.css';
import { restartToUpdate } from './updates.actions.ts';

/** A banner for a new version. Once closed, it stays closed until the next version. */
export function UpdateBanner() {
  const phase = useDesktop((state) => state.updates?.phase);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const restarting = useMutation(restartToUpdate);
  const version = phase?.kind === 'ready' && phase.version !== dismissed ? phase.version : null;
  return (
    <div role="status">
      {version !== null && (
        <div className={classes.banner} data-testid="update-banner">
          <IconSparkles size={16} aria-hidden="true" />
          <span className={classes.text}>{restarting.error ?? t('updates:ready', { version })}</span>
          <MutationButton variant="light" size="compact-sm" mutation={restarting}>
            {t('updates:restart')}
          </MutationButton>
          <CloseButton
            size="sm"
            aria-label={t('updates:later')}
            className={classes.close}
            onClick={() => setDismissed(version)}
          />
        </div>
      )}
    </div>
  );
}
