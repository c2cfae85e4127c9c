import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { splitPhone } from '../../../../shared/domain/phone.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationForm } from '../../../ui/mutation-form.tsx';

/** A button that adds a number to the business account, and calls `onAdded` with its id on the platform. */
export function AddNumber({ onAdded }: { onAdded: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setOpen(true)}
        data-testid="number-add"
      >
        {t('channel:addNumber.open')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('channel:addNumber.title')}>
        <AddNumberForm
          onCancel={() => setOpen(false)}
          onAdded={(id) => {
            setOpen(false);
            onAdded(id);
          }}
        />
      </Modal>
    </>
  );
}

function AddNumberForm({ onAdded, onCancel }: { onAdded: (id: string) => void; onCancel: () => void }) {
  const form = useForm({
    initialValues: { phone: '', displayName: '' },
    validate: {
      phone: (phone) => (splitPhone(phone) ? null : t('channel:addNumber.phoneInvalid')),
      displayName: (name) => (name.trim().length >= 3 ? null : t('channel:addNumber.nameMissing')),
    },
  });
  const adding = useMutation(
    (body: { phone: string; displayName: string }) => api.cloudApi.addNumber({ body }),
    { form, fields: ['phone', 'displayName'], onSuccess: ({ id }) => onAdded(id) },
  );
  return (
    <MutationForm
      mutation={adding}
      onSubmit={form.onSubmit((values) => adding.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('channel:addNumber.submit')}
      submitTestId="number-add-submit"
    >
      <Text size="sm" c="dimmed">
        {t('channel:addNumber.lead')}
      </Text>
      <TextInput
        label={t('channel:addNumber.phone')}
        description={t('channel:addNumber.phoneHint')}
        placeholder="+49 170 1234567"
        type="tel"
        autoComplete="off"
        required
        data-autofocus
        data-testid="number-add-phone"
        {...form.getInputProps('phone')}
      />
      <TextInput
        label={t('channel:addNumber.name')}
        description={t('channel:addNumber.nameHint')}
        autoComplete="off"
        required
        data-testid="number-add-name"
        {...form.getInputProps('displayName')}
      />
    </MutationForm>
  );
}
