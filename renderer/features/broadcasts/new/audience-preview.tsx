import type { BroadcastPreview } from '../../../../shared/contract/broadcast-planning.contract.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { excludedOf } from '../broadcast-marks.tsx';
import classes from '../broadcasts.module.css';
import { CostEstimate } from './cost-estimate.tsx';

/** Who would get it, who would not, and what some would read. */
export function AudiencePreview({
  preview: { data, error, refetch },
  isCounted,
  showsSamples,
}: {
  preview: { data: BroadcastPreview | undefined; error: Error | null; refetch: () => unknown };
  /** Whether the preview is of the audience that is chosen now. */
  isCounted: boolean;
  showsSamples: boolean;
}) {
  if (error) {
    return (
      <Notice tone="bad" onRetry={refetch}>
        {sentenceOf(error)}
      </Notice>
    );
  }
  if (!data) return null;
  const { recipients, excluded } = data.counts;
  const reasons = Object.entries(excluded).filter(([, count]) => count > 0);
  return (
    <div role="status" aria-busy={!isCounted} className={classes.preview} data-testid="broadcast-preview">
      <p>
        <strong>
          {t('broadcasts:new.recipients', { count: recipients, total: formatCount(recipients) })}
        </strong>
        {excludedOf(data.counts) > 0 &&
          ` · ${reasons
            .map(
              ([reason, count]) =>
                `${t(`broadcasts:excluded.${reason as keyof typeof excluded}`)}: ${formatCount(count)}`,
            )
            .join(' · ')}`}
      </p>
      {showsSamples && data.samples.length > 0 && (
        <p className={classes.quiet}>{t('broadcasts:new.samples', { count: data.samples.length })}</p>
      )}
      {showsSamples &&
        data.samples.map(({ contact, text }) => (
          <p key={contact.id} className={classes.sample} dir="auto">
            <strong>{contactTitle(contact)}</strong>
            {text ?? t('broadcasts:excluded.missing_value')}
          </p>
        ))}
      {showsSamples && <CostEstimate cost={data.cost} />}
    </div>
  );
}
