import { Button } from '@mantine/core';
import { IconLock, IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The page for people who lack the permission of the address. */
export function ForbiddenPage() {
  return (
    <EmptyState
      icon={<IconLock size={26} stroke={1.6} />}
      level={1}
      title={t('app:forbidden.title')}
      actions={<InboxLink />}
    >
      <p data-testid="forbidden">{t('app:forbidden.message')}</p>
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
