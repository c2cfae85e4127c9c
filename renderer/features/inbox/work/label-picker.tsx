import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { type PickItem, PickList } from '../../../ui/pick-list.tsx';
import { useSuggestedLabels } from '../assist/labels/use-suggested-labels.ts';
import { useInbox } from '../inbox-context.ts';
import { LabelDot } from '../labels/label-marks.tsx';
import { labelsOptions, nextColor, refreshLabels } from '../labels/labels.queries.ts';
import { useConversations } from '../list/conversations.store.ts';
import { useWork } from './use-work.ts';

const NEW = 'new';

/** Puts labels on conversations and takes them off. Stays open, so that several can be picked. */
export function LabelPicker({ ids }: { ids: readonly string[] }) {
  const { permissions } = useInbox().session;
  const labels = useQuery(labelsOptions());
  const { change } = useWork();
  const [typed, setTyped] = useState('');
  const [created, setCreated] = useState(0);
  const onAll = useConversations(({ byId }) => labelsOnAll(ids.map((id) => byId[id]?.labels ?? [])));
  const known = labels.data?.data ?? [];
  const suggested = useSuggestedLabels(ids);
  const itemOf = ({ id, name, color }: (typeof known)[number]): PickItem => ({
    id,
    name,
    icon: <LabelDot color={color} />,
    isOn: onAll.split(',').includes(id),
  });
  const fitting = suggested.ids.flatMap((id) => known.find((label) => label.id === id) ?? []);
  const others = known.filter(({ id }) => !suggested.ids.includes(id));

  async function create(name: string): Promise<void> {
    try {
      const label = await api.labels.create({ body: { name, color: nextColor(known) } });
      refreshLabels();
      setCreated(created + 1);
      await change(ids, { addLabels: [label] }, { isQuiet: ids.length === 1 });
    } catch (error) {
      showErrorToast(t('inbox:labels.notCreated'), error);
    }
  }

  function pick(picked: string): void {
    if (picked === NEW) return void create(typed.trim());
    const label = known.find(({ id }) => id === picked);
    if (!label) return;
    const isOn = onAll.split(',').includes(picked);
    if (!isOn) suggested.notePicked(picked);
    void change(ids, isOn ? { removeLabels: [label] } : { addLabels: [label] }, {
      isQuiet: ids.length === 1,
    });
  }

  return (
    <PickList
      // Empty again after a new label.
      key={created}
      label={t('inbox:work.pick.label')}
      placeholder={t('inbox:labels.find')}
      groups={[
        ...(fitting.length > 0 ? [{ title: t('inbox:suggestions.labels'), items: fitting.map(itemOf) }] : []),
        { title: null, items: others.map(itemOf) },
      ]}
      nothing={
        labels.data
          ? t(known.length === 0 ? 'inbox:labels.none' : 'inbox:work.noMatch')
          : t(labels.error ? 'inbox:labels.notLoaded' : 'inbox:work.loading')
      }
      onPick={pick}
      onTyped={setTyped}
      extra={(name) =>
        permissions.includes('settings:manage')
          ? { id: NEW, name: t('inbox:labels.createNamed', { name }), icon: <IconPlus size={16} /> }
          : null
      }
    />
  );
}

/** Returns the ids of the labels that all of the conversations have, as one text, which is compared by value. */
function labelsOnAll(labels: readonly (readonly { id: string }[])[]): string {
  const [first = [], ...others] = labels;
  return first
    .map(({ id }) => id)
    .filter((id) => others.every((some) => some.some((one) => one.id === id)))
    .join(',');
}
