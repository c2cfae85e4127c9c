import { t } from '../../lib/i18n.ts';
import classes from './connect-progress.module.css';
import type { Connecting } from './use-connecting.ts';

/** The progress of connecting, announced to screen readers. */
export function ConnectProgress({ state }: { state: Connecting }) {
  return (
    <div role="status" className={classes.progress}>
      {progressText(state)}
    </div>
  );
}

function progressText(state: Connecting): string | null {
  if (state.kind === 'looking') return t('connect:looking');
  if (state.kind === 'opening') return t('connect:opening', { version: state.version });
  return null;
}
