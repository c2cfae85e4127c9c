import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { formatBadge } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { type ButtonAttributes, opensLater } from '../../../ui/overlays/later.tsx';
import { useInbox } from '../inbox-context.ts';
import { savedViewOf, useSavedViews } from '../saved-views/saved-views.queries.ts';
import { DEFAULT_VIEW, useViewCount } from '../views.ts';
import { useSavedCounts } from './view-counts.store.ts';
import classes from './view-menu.module.css';

const Views = opensLater(
  async () => (await import('../saved-views/view-options.tsx')).ViewOptions,
  ViewButton,
);

/** The heading of the list: the view on screen, and a menu of all views for windows whose sidebar has none. */
export function ViewMenu() {
  return (
    <h1 className={classes.title}>
      <Views />
    </h1>
  );
}

/** The button of the menu, with the name of the view and how many conversations are in it. */
function ViewButton(attributes: ButtonAttributes) {
  const { view, filter } = useInbox();
  const open = savedViewOf(useSavedViews(), view, filter);
  const counts = useSavedCounts();
  const ofView = useViewCount(view);
  const count = open ? (counts[open.id] ?? null) : ofView;
  return (
    <UnstyledButton {...attributes} className={classes.button} data-testid="view-menu">
      <span className={classes.name} dir="auto">
        {open?.name ?? (view === DEFAULT_VIEW ? t('inbox:list.title') : t(`inbox:views.${view}.name`))}
      </span>
      {count !== null && count > 0 && <span className={classes.count}>{formatBadge(count)}</span>}
      <IconChevronDown className={classes.arrow} size={16} aria-hidden="true" />
    </UnstyledButton>
  );
}
