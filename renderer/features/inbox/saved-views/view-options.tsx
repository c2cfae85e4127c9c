import { Menu } from '@mantine/core';
import { IconBookmark, IconCheck } from '@tabler/icons-react';
import { formatBadge } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { type Opening, useStartsOpen } from '../../../ui/overlays/later.tsx';
import { NotLoadedItems } from '../../../ui/row-menu.tsx';
import { useInbox } from '../inbox-context.ts';
import { useSavedCounts } from '../list/view-counts.store.ts';
import classes from '../list/view-menu.module.css';
import { DEFAULT_VIEW, type ListedView, useViewCount, useViewIds, VIEWS } from '../views.ts';
import { savedViewOf, searchOf, useSavedViews, useSavedViewsQuery } from './saved-views.queries.ts';

/** The button for the view on screen, with a menu of all views. */
export function ViewOptions({ startsOpen, Button }: Opening<object>) {
  const { view, filter, onView } = useInbox();
  const saved = useSavedViews();
  const list = useSavedViewsQuery();
  const open = savedViewOf(saved, view, filter);
  const counts = useSavedCounts();
  const { opened, setOpened, button } = useStartsOpen(startsOpen);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={230} shadow="md">
      <Menu.Target>
        <Button ref={button} />
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
        <NotLoadedItems text={t('inbox:savedViewsNotLoaded')} query={list} />
      </Menu.Dropdown>
    </Menu>
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
