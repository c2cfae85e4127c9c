import type { Template } from '../../../shared/contract/templates.contract.ts';
import { isSendable } from '../../../shared/domain/template-status.ts';
import classes from './template-marks.module.css';
import { inWords } from './template-words.ts';

/** Whether a template can be sent, by word and colour. */
export function StatusMark({ template }: { template: Template }) {
  const { status } = template;
  const tone = isSendable(template)
    ? 'good'
    : status === 'PENDING' || status === 'IN_APPEAL'
      ? 'warn'
      : 'bad';
  return (
    <span className={classes.mark} data-tone={tone} data-testid="template-status">
      {inWords(status)}
    </span>
  );
}

const QUALITY: Readonly<Record<string, string>> = {
  GREEN: 'good',
  YELLOW: 'warn',
  RED: 'bad',
};

const QUALITY_WORDS: Readonly<Record<string, string>> = {
  GREEN: 'High quality',
  YELLOW: 'Medium quality',
  RED: 'Low quality',
};

/** How customers have taken it, as the platform sees it. Nothing where it has not said anything yet. */
export function QualityMark({ quality }: { quality: string | null }) {
  if (quality === null) return null;
  return (
    <span className={classes.mark} data-tone={QUALITY[quality] ?? 'quiet'}>
      {QUALITY_WORDS[quality] ?? inWords(quality)}
    </span>
  );
}

/** What kind of message it is, and what it was before the platform moved it. */
export function CategoryMark({ template: { category, previousCategory } }: { template: Template }) {
  return (
    <span className={classes.category}>
      {inWords(category)}
      {previousCategory !== null && (
        <span className={classes.before}> (was {previousCategory.toLowerCase()})</span>
      )}
    </span>
  );
}
