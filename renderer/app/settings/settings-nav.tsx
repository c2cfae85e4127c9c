import { VisuallyHidden } from '@mantine/core';
import { IconBook, IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import { useId } from 'react';
import { serverOrigin } from '../../lib/api/server-address.ts';
import { t } from '../../lib/i18n.ts';
import { NavAnchor } from '../navigation/nav-item.tsx';
import { useAttention } from '../navigation/use-attention.ts';
import { isWithin, useCurrentPath } from '../navigation/use-current.ts';
import { useMayOpen } from '../page-access.ts';
import {
  SETTINGS_GROUPS,
  SETTINGS_PAGES_HERE,
  type SettingsGroup,
  type SettingsPage,
} from '../sections/settings-pages.ts';
import classes from './settings-nav.module.css';

/** Returns the settings pages that the person may open here. */
export function useSettingsPages(): SettingsPage[] {
  const mayOpen = useMayOpen();
  return SETTINGS_PAGES_HERE.filter(({ path }) => mayOpen(path));
}

/** The pages of the settings in their groups, as a column beside a page or as the list of a narrow window. */
export function SettingsNav({ isList = false }: { isList?: boolean }) {
  const pages = useSettingsPages();
  return (
    <nav
      className={classes.nav}
      data-list={isList || undefined}
      aria-label={t('app:settings.pages')}
      data-testid="settings-nav"
    >
      {SETTINGS_GROUPS.map((group) => {
        const own = pages.filter((page) => page.group === group);
        return own.length > 0 && <PageGroup key={group} group={group} pages={own} isList={isList} />;
      })}
    </nav>
  );
}

function PageGroup({
  group,
  pages,
  isList,
}: {
  group: SettingsGroup;
  pages: readonly SettingsPage[];
  isList: boolean;
}) {
  const id = useId();
  const current = useCurrentPath();
  const attention = useAttention();
  return (
    <>
      <p className={classes.heading} id={id}>
        {t(`app:settings.groups.${group}`)}
      </p>
      <ul className={classes.list} aria-labelledby={id}>
        {pages.map(({ path, name, icon: Icon }) => (
          <li key={name}>
            <NavAnchor
              to={path}
              className={classes.link}
              isCurrent={isWithin(current, path)}
              testId={`settings-${name}`}
            >
              {isList && <Icon size={18} stroke={1.7} aria-hidden="true" />}
              <span className={classes.label}>{t(`app:sections.${name}`)}</span>
              {attention.has(name) && (
                <span className={classes.dot}>
                  <VisuallyHidden>{t('app:sections.needsAttention')}</VisuallyHidden>
                </span>
              )}
              {isList && <IconChevronRight size={16} aria-hidden="true" />}
            </NavAnchor>
          </li>
        ))}
        {group === 'developers' && (
          <li>
            <a
              className={classes.link}
              href={`${serverOrigin()}/docs/guide`}
              target="_blank"
              rel="noreferrer"
              data-testid="settings-docs"
            >
              {isList && <IconBook size={18} stroke={1.7} aria-hidden="true" />}
              <span className={classes.label}>{t('app:settings.documentation')}</span>
              <IconExternalLink size={16} aria-hidden="true" />
            </a>
          </li>
        )}
      </ul>
    </>
  );
}
