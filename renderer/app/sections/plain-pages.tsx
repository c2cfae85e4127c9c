import { Button } from '@mantine/core';
import { IconLock, IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useColleagues } from '../../lib/colleagues.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePageName } from '../navigation/use-page-name.ts';

/** As many people to ask as are named. */
const NAMED_MAX = 3;

/** The page for people who lack the permission of the address: which page it is, and who can give them access. */
export function ForbiddenPage() {
  const page = usePageName();
  const { colleagues } = useColleagues();
  const names = colleagues.filter(({ role }) => role !== 'staff').map(({ name }) => name);
  return (
    <EmptyState
      icon={<IconLock size={26} stroke={1.6} />}
      level={1}
      title={
        page === null
          ? t('app:forbidden.title')
          : t('app:forbidden.page', { page: t(`app:sections.${page}`) })
      }
      actions={<InboxLink />}
    >
      <p data-testid="forbidden">
        {names.length === 0 || names.length > NAMED_MAX
          ? t('app:forbidden.askAny')
          : t('app:forbidden.ask', {
              names: new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(names),
            })}
      </p>
    </EmptyState>
  );
}

/** The page for unknown addresses. */
export function MissingPage() {
  return (
    <EmptyState
      icon={<IconMapOff size={26} stroke={1.6} />}
      level={1}
      title={t('app:missing.title')}
      actions={<InboxLink />}
    >
      {t('app:missing.message')}
    </EmptyState>
  );
}

function InboxLink() {
  return (
    <Button variant="default" component={Link} to="/inbox">
      {t('app:toInbox')}
    </Button>
  );
}
