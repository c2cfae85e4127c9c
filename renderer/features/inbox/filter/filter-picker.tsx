import { Popover, Stack } from '@mantine/core';
import { IconMail, IconUrgent, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useAssistMode } from '../../../lib/assist-settings.ts';
import { useColleagues } from '../../../lib/colleagues.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoadedLine } from '../../../ui/error-state.tsx';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { type Opening, useStartsOpen } from '../../../ui/overlays/later.tsx';
import { type PickItem, PickList } from '../../../ui/pick-list.tsx';
import { useInbox } from '../inbox-context.ts';
import { LabelDot } from '../labels/label-marks.tsx';
import { labelsOptions } from '../labels/labels.queries.ts';

const MARKS = ['unread', 'urgent'] as const;

/** The button of the filter, with the picker below it. */
export function FilterPopover({ startsOpen, Button }: Opening<object>) {
  const { opened, setOpened, button } = useStartsOpen(startsOpen);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={272}
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <div>
          <Button ref={button} aria-expanded={opened} onClick={() => setOpened(!opened)} />
        </div>
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        role="dialog"
        aria-label={t('inbox:list.filter.open')}
        data-testid="filter-picker"
      >
        <FilterPicker onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Picks what the view is narrowed to. Picking what it is narrowed to already removes that. */
function FilterPicker({ onDone }: { onDone: () => void }) {
  const { session, view, filter, onView } = useInbox();
  const { colleagues, ...people } = useColleagues();
  const labelList = useQuery(labelsOptions());
  const labels = labelList.data?.data ?? [];
  const isLoading = labelList.isPending || (!people.isLoaded && people.error === null);
  const hasMarks = useAssistMode('marks') === 'on';
  const unread: PickItem = {
    id: 'unread',
    name: t('inbox:views.unread.name'),
    icon: <IconMail size={18} stroke={1.7} />,
    isOn: filter.unread === true,
  };
  const urgent: PickItem = {
    id: 'urgent',
    name: t('inbox:marks.urgent'),
    icon: <IconUrgent size={18} stroke={1.7} />,
    isOn: filter.urgent === true,
  };
  const assignees = colleagues.map(
    ({ id, name }): PickItem => ({
      id,
      name,
      ...(id === session.user.id && { hint: t('inbox:work.me') }),
      icon:
        id === session.user.id ? (
          <IconUser size={18} stroke={1.7} />
        ) : (
          <InitialsAvatar name={name} seed={id} size={20} />
        ),
      isOn: filter.assignee === id,
    }),
  );

  function pick(picked: string): void {
    onDone();
    const mark = MARKS.find((one) => one === picked);
    if (mark) {
      onView(view, { ...filter, [mark]: filter[mark] ? undefined : true });
      return;
    }
    const key = labels.some(({ id }) => id === picked) ? 'label' : 'assignee';
    onView(view, { ...filter, [key]: filter[key] === picked ? undefined : picked });
  }

  return (
    <>
      {((labelList.error && !labelList.data) || (people.error && !people.isLoaded)) && (
        <Stack gap={4} px={14} pt={10} data-testid="filter-failed">
          <NotLoadedLine text={`${t('inbox:labels.notLoaded')}.`} query={labelList} size="xs" />
          <NotLoadedLine text={`${t('inbox:work.colleaguesNotLoaded')}.`} query={people} size="xs" />
        </Stack>
      )}
      <PickList
        label={t('inbox:list.filter.open')}
        placeholder={t('inbox:list.filter.find')}
        groups={[
          { title: null, items: hasMarks ? [unread, urgent] : [unread] },
          {
            title: t('inbox:labels.title'),
            items: labels.map(({ id, name, color }) => ({
              id,
              name,
              icon: <LabelDot color={color} />,
              isOn: filter.label === id,
            })),
          },
          { title: t('inbox:list.filter.assignee'), items: assignees },
        ]}
        nothing={t(isLoading ? 'inbox:work.loading' : 'inbox:work.noMatch')}
        onPick={pick}
      />
    </>
  );
}
