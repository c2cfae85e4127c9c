import { IconUser, IconUserOff } from '@tabler/icons-react';
import { useColleagues } from '../../../lib/colleagues.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { type PickItem, PickList } from '../../../ui/pick-list.tsx';
import { useInbox } from '../inbox-context.ts';
import { useConversations } from '../list/conversations.store.ts';
import { LabelPicker } from './label-picker.tsx';
import { closePicker, type PickerKind } from './picker.store.ts';
import { SnoozePicker } from './snooze-picker.tsx';
import { useWork } from './use-work.ts';

/** The picker of a kind, for some conversations. */
export function Pickers({ kind, ids }: { kind: PickerKind; ids: readonly string[] }) {
  if (kind === 'assign') return <AssigneePicker ids={ids} />;
  if (kind === 'label') return <LabelPicker ids={ids} />;
  return <SnoozePicker ids={ids} />;
}

const NOBODY = 'nobody';

/** Assigns conversations: to oneself, to nobody, or to a colleague. */
function AssigneePicker({ ids }: { ids: readonly string[] }) {
  const { user } = useInbox().session;
  const { colleagues, isLoaded, error } = useColleagues();
  const { change } = useWork();
  const assignees = useConversations(({ byId }) =>
    [...new Set(ids.map((id) => byId[id]?.assignee?.id ?? NOBODY))].join(),
  );
  const me: PickItem = {
    id: user.id,
    name: t('inbox:work.me'),
    hint: user.name,
    icon: <IconUser size={18} stroke={1.7} />,
    isOn: assignees === user.id,
  };
  const nobody: PickItem = {
    id: NOBODY,
    name: t('inbox:work.unassigned'),
    icon: <IconUserOff size={18} stroke={1.7} />,
    isOn: assignees === NOBODY,
  };
  const others = colleagues
    .filter(({ id }) => id !== user.id)
    .map(({ id, name, isAway }) => ({
      id,
      name,
      ...(isAway && { hint: t('inbox:work.away') }),
      icon: <InitialsAvatar name={name} seed={id} size={20} />,
      isOn: assignees === id,
    }));

  function pick(picked: string): void {
    closePicker();
    const colleague = picked === user.id ? user : colleagues.find(({ id }) => id === picked);
    const assignee = colleague ? { id: colleague.id, name: colleague.name } : null;
    if (assignee !== null || picked === NOBODY) void change(ids, { assignee });
  }

  return (
    <PickList
      label={t('inbox:work.pick.assign')}
      placeholder={t('inbox:work.assignTo')}
      groups={[
        { title: null, items: [me, nobody] },
        { title: t('inbox:work.colleagues'), items: others },
      ]}
      nothing={
        isLoaded
          ? t('inbox:work.noMatch')
          : error
            ? t('inbox:work.colleaguesNotLoaded')
            : t('inbox:work.loading')
      }
      onPick={pick}
    />
  );
}
