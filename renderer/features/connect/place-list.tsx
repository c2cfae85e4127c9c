import { Title } from '@mantine/core';
import { useState } from 'react';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import classes from './place-list.module.css';
import { PlaceRemove } from './place-remove.tsx';
import { PlaceRow } from './place-row.tsx';

/** The workspaces of this computer, to open one or to let one go. */
export function PlaceList({ places }: { places: readonly WorkspacePlace[] }) {
  const [leaving, setLeaving] = useState<WorkspacePlace | null>(null);
  return (
    <section className={classes.places} aria-labelledby="places-title">
      <Title order={2} size="h3" id="places-title" mb={6}>
        On this computer
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
