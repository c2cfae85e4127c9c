import { Anchor, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Attachment } from '../../../../shared/contract/send-message.ts';
import { t } from '../../../lib/i18n.ts';
import { AttachmentSend } from './attachment-send.tsx';
import type { AttachmentFormProps } from './attachments.store.ts';
import { coordinatesIn } from './coordinates.ts';

const TEXT_MAX = 1_000;

interface Values {
  place: string;
  name: string;
  address: string;
}

/** The choice of a place, by its coordinates or the address of a map. */
export function LocationForm({ conversationId, unsent, onChange, onSend }: AttachmentFormProps) {
  const [values, setValues] = useState(() => valuesOf(unsent));
  const found = coordinatesIn(values.place);

  function set(change: Partial<Values>): void {
    const next = { ...values, ...change };
    setValues(next);
    onChange(next);
  }

  function send(sendAt?: Date): void {
    if (!found) return;
    const [name, address] = [values.name.trim(), values.address.trim()];
    const location = { ...found, ...(name && { name }), ...(address && { address }) };
    onSend({ type: 'location', location }, sendAt);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack>
        <TextInput
          label={t('attachments:location.place')}
          description={t('attachments:location.placeHint')}
          placeholder="41.1579, -8.6291"
          value={values.place}
          onChange={(event) => set({ place: event.currentTarget.value })}
          error={values.place.trim() !== '' && !found ? t('attachments:location.noPlace') : null}
          autoComplete="off"
          dir="ltr"
          data-autofocus
          data-testid="location-place"
        />
        <TextInput
          label={t('attachments:location.name')}
          maxLength={TEXT_MAX}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('attachments:location.address')}
          description={t('attachments:location.addressHint')}
          maxLength={TEXT_MAX}
          value={values.address}
          onChange={(event) => set({ address: event.currentTarget.value })}
        />
        <Group justify="space-between">
          {found ? (
            <Anchor
              href={`https://www.openstreetmap.org/?mlat=${found.latitude}&mlon=${found.longitude}#map=16/${found.latitude}/${found.longitude}`}
              target="_blank"
              rel="noopener noreferrer"
              size="sm"
            >
              {t('inbox:kinds.map')}
            </Anchor>
          ) : (
            <span />
          )}
          <AttachmentSend
            conversationId={conversationId}
            label={t('attachments:location.send')}
            canSend={found !== null}
            isSubmit
            onSend={send}
          />
        </Group>
      </Stack>
    </form>
  );
}

function valuesOf(unsent: object | null): Values {
  const blank = { place: '', name: '', address: '' };
  const { location } = (unsent ?? {}) as Partial<Extract<Attachment, { type: 'location' }>>;
  if (!location) return { ...blank, ...unsent };
  const { latitude, longitude, name = '', address = '' } = location;
  return { place: `${latitude}, ${longitude}`, name, address };
}
