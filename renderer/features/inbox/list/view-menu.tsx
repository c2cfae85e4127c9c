import { Menu, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { formatBadge } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useInbox } from '../inbox-context.ts';
import { savedViewOf, searchOf, useSavedViews } from '../saved-views/saved-views.queries.ts';
import { DEFAULT_VIEW, type ListedView, useViewCount, useViewIds, VIEWS } from '../views.ts';
import { useSavedCounts } from './view-counts.store.ts';
import classes from './view-menu.module.css';

/** The heading of the list: the view on screen, and a menu of all views for windows whose sidebar has none. */
export function ViewMenu() {
  const { view, filter, onView } = useInbox();
  const saved = useSavedViews();
  const open = savedViewOf(saved, view, filter);
  const counts = useSavedCounts();
  const ofView = useViewCount(view);
  const count = open ? (counts[open.id] ?? null) : ofView;
  return (
    <h1 className={classes.title}>
      <Menu position="bottom-start" width={230} shadow="md">
        <Menu.Target>
          <UnstyledButton className={classes.button} data-testid="view-menu">
            <span className={classes.name} dir="auto">
              {open?.name ?? (view === DEFAULT_VIEW ? t('inbox:list.title') : t(`inbox:views.${view}.name`))}
            </span>
            {count !== null && count > 0 && <span className={classes.count}>{formatBadge(count)}</span>}
            <IconChevronDown className={classes.arrow} size={16} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('inbox:list.views')}>
          {useViewIds().map((id) => (
            <ViewOption key={id} id={id} isOpen={!open && id === view} onChoose={() => onView(id)} />
          ))}
          {saved.length > 0 && <Menu.Divider />}
          {saved.map((one) => (
            <Menu.RadioItem
              key={one.id}
              value={one.id}
              checked={one.id === open?.id}
              checkIcon={<IconCheck size={16} />}
              rightSection={
                (counts[one.id] ?? 0) > 0 && (
                  <span className={classes.count}>{formatBadge(counts[one.id] ?? 0)}</span>
                )
              }
              closeMenuOnClick
              onChange={() => {
                const { view = DEFAULT_VIEW, ...filter } = searchOf(one.filter);
                onView(view, filter);
              }}
            >
              <span className={classes.option} dir="auto">
                <IconBookmark size={16} stroke={1.7} aria-hidden="true" />
                {one.name}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </h1>
  );
}

function ViewOption({ id, isOpen, onChoose }: { id: ListedView; isOpen: boolean; onChoose: () => void }) {
  const count = useViewCount(id);
  const { icon: Icon } = VIEWS[id];
  return (
    <Menu.RadioItem
      value={id}
      checked={isOpen}
      checkIcon={<IconCheck size={16} />}
      rightSection={
        count !== null && count > 0 && <span className={classes.count}>{formatBadge(count)}</span>
      }
      closeMenuOnClick
      onChange={onChoose}
      data-testid={`choose-view-${id}`}
    >
      <span className={classes.option}>
        <Icon size={16} stroke={1.7} aria-hidden="true" />
        {t(`inbox:views.${id}.name`)}
      </span>
    </Menu.RadioItem>
  );
}
