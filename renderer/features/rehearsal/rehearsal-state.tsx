import type { RehearsalSummary } from '../../../shared/contract/inbox/rehearsals.contract.ts';
import { t } from '../../lib/i18n.ts';
import { DotBadge } from '../../ui/dot-badge.tsx';
import classes from './rehearsal.module.css';

/** The state of a rehearsal, in a word. */
export function RehearsalState({ rehearsal: { ended } }: { rehearsal: Pick<RehearsalSummary, 'ended'> }) {
  return (
    <DotBadge
      className={classes.mark}
      data-tone={ended === null ? 'good' : ended === 'number_changed' ? 'warn' : 'quiet'}
      data-testid="rehearsal-state"
    >
      {t(`rehearsals:states.${ended ?? 'running'}`)}
    </DotBadge>
  );
}
