import type { ReplayedDraft } from '../../../../../shared/contract/assist/draft-replays.contract.ts';
import type { DraftResult } from '../../../../../shared/domain/rehearsal/draft-replay.ts';
import { t } from '../../../../lib/i18n.ts';
import { DotBadge } from '../../../../ui/dot-badge.tsx';
import marks from '../../rehearsal.module.css';
import classes from '../replay.module.css';

const TONES: Readonly<Record<DraftResult, 'good' | 'warn' | 'quiet'>> = {
  unedited: 'good',
  light: 'good',
  medium: 'warn',
  heavy: 'warn',
  withheld: 'quiet',
  none: 'quiet',
};

/** What came of a message: the prepared reply, or why there is none. */
export function Draft({ draft: { result, text, reason, findings } }: { draft: ReplayedDraft }) {
  const why = [
    ...(reason ? [t(`draft-replays:reasons.${reason}`)] : []),
    ...findings.map((finding) => t(`draft-replays:findings.${finding}`)),
  ];
  return (
    <>
      <DotBadge className={marks.mark} data-tone={TONES[result]}>
        {t(`draft-replays:results.${result}.name`)}
      </DotBadge>
      {text !== null && (
        <span className={classes.draft} dir="auto">
          {text}
        </span>
      )}
      {why.length > 0 && <span className={classes.why}>{why.join(' · ')}</span>}
    </>
  );
}
