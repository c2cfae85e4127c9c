import { List, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { ask } from '../../lib/desktop/desktop.ts';
import { placeTitle } from '../../lib/desktop/place-title.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import classes from './place-list.module.css';
import { PlaceRow } from './place-row.tsx';

/** The workspaces on this computer, to open or remove. */
export function PlaceList({ places }: { places: readonly WorkspacePlace[] }) {
  const [leaving, setLeaving] = useState<WorkspacePlace | null>(null);
  return (
    <section className={classes.places} aria-labelledby="places-title">
      <Title order={2} size="h3" id="places-title" mb={6}>
        {t('connect:places')}
      </Title>
      <ul className={classes.list}>
        {places.map((place) => (
          <PlaceRow key={place.id} place={place} onRemove={() => setLeaving(place)} />
        ))}
      </ul>
      <PlaceRemove place={leaving} onClose={() => setLeaving(null)} />
    </section>
  );
}

/** Asks for confirmation and lists the data that will be deleted from this computer. */
function PlaceRemove({ place, onClose }: { place: WorkspacePlace | null; onClose: () => void }) {
  const removing = useMutation(
    async () => {
      if (place) await ask('places.remove', { id: place.id });
    },
    { onSuccess: onClose },
  );
  return (
    <ConfirmModal
      opened={place !== null}
      title={place ? t('connect:remove.title', { place: placeTitle(place) }) : ''}
      confirmLabel={t('connect:remove.action')}
      mutation={removing}
      onClose={onClose}
    >
      <Text>{t('connect:remove.intro')}</Text>
      <List my="xs" withPadding>
        <List.Item>{t('connect:remove.signIn')}</List.Item>
        <List.Item>{t('connect:remove.offline')}</List.Item>
        <List.Item>{t('connect:remove.drafts')}</List.Item>
      </List>
      <Text>{t('connect:remove.later')}</Text>
    </ConfirmModal>
  );
}
