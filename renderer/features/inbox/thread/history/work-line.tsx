import type { TimelineItem } from '../../../../../shared/contract/contacts/contacts-page.contract.ts';
import { formatClock, formatFull } from '../../../../lib/format/format.ts';
import { workText } from '../../../../lib/format/work-text.ts';
import classes from './work-line.module.css';

/** What was done with the conversation, by whom and when: a quiet line across the thread. */
export function WorkLine({ work }: { work: TimelineItem }) {
  return (
    <div className={classes.line} data-testid="work-line">
      <span dir="auto">{workText(work)}</span>{' '}
      <time dateTime={work.at} title={formatFull(work.at)}>
        {formatClock(work.at)}
      </time>
    </div>
  );
}
