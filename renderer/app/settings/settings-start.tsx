import { Navigate } from '@tanstack/react-router';
import { t } from '../../lib/i18n.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { useHasSettingsNav } from './settings-layout.tsx';
import { SettingsNav, useSettingsPages } from './settings-nav.tsx';

/** The start of the settings: their first page, or in a narrow window the list of all pages. */
export function SettingsStart() {
  const hasNav = useHasSettingsNav();
  const [first] = useSettingsPages();
  if (hasNav && first) return <Navigate to={first.path} replace />;
  return (
    <PageFrame title={t('app:sections.settings')}>
      <SettingsNav isList />
    </PageFrame>
  );
}
