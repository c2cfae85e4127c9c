import type { Template } from '../../../shared/contract/templates.contract.ts';
import { isSendable } from '../../../shared/domain/templates/template-status.ts';
import { t } from '../../lib/i18n.ts';
import { categoryText, qualityText, statusText } from './platform-text.ts';
import classes from './template-marks.module.css';

/** Shows whether a template can be sent, by word and colour. */
export function StatusMark({ template }: { template: Template }) {
  const { status } = template;
  const tone = isSendable(template)
    ? 'good'
    : status === 'PENDING' || status === 'IN_APPEAL'
      ? 'warn'
      : 'bad';
  return (
    <span className={classes.mark} data-tone={tone} data-testid="template-status">
      {statusText(status)}
    </span>
  );
}

const QUALITY_TONES: Readonly<Record<string, string>> = {
  GREEN: 'good',
  YELLOW: 'warn',
  RED: 'bad',
};

/** The platform's quality rating. Renders nothing without one. */
export function QualityMark({ quality }: { quality: string | null }) {
  if (quality === null) return null;
  return (
    <span className={classes.mark} data-tone={QUALITY_TONES[quality] ?? 'quiet'}>
      {qualityText(quality)}
    </span>
  );
}

/** The category of a template, and the previous one if the platform has changed it. */
export function CategoryMark({ template: { category, previousCategory } }: { template: Template }) {
  return (
    <span className={classes.category}>
      {categoryText(category)}
      {previousCategory !== null && (
        <span className={classes.before}>
          {' '}
          {t('templates:category.previously', { category: categoryText(previousCategory) })}
        </span>
      )}
    </span>
  );
}
