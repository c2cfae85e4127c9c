import type {
  ContactHistoryChange,
  TimelineItem,
} from '../../../shared/contract/contacts/contacts-page.contract.ts';
import { t } from '../i18n.ts';
import { formatFull } from './format.ts';

/** Returns what was done with a conversation, and who did it: “Closed · Leo Brandt”. */
export function workText({ changes, author, automatic }: TimelineItem): string {
  const what = changes.flatMap((change) => partOf(change, changes, author) ?? []).join(', ');
  return t('inbox:history.by', { what, by: byWhom(author, automatic) });
}

function byWhom(author: string | null, automatic: boolean): string {
  if (!automatic) return author ?? t('inbox:history.former');
  return author === null ? t('inbox:history.automatic') : t('inbox:history.rule', { name: author });
}

function partOf(
  { field, before, after }: ContactHistoryChange,
  all: readonly ContactHistoryChange[],
  author: string | null,
): string | null {
  switch (field) {
    case 'conversation:status':
      if (after === 'closed') return t('inbox:history.closed');
      if (after === 'open') return t(before === 'snoozed' ? 'inbox:history.woken' : 'inbox:history.reopened');
      return t('inbox:history.snoozed', {
        time: formatFull(all.find((one) => one.field === 'conversation:snoozedUntil')?.after ?? ''),
      });
    case 'conversation:assignee':
      if (after === '') return t('inbox:history.unassigned', { name: before });
      return after === author ? t('inbox:history.taken') : t('inbox:history.assigned', { name: after });
    case 'conversation:label':
      return after === ''
        ? t('inbox:history.unlabelled', { name: before })
        : t('inbox:history.labelled', { name: after });
    default:
      return null;
  }
}
