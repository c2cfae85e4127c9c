import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ApiKey, CreateApiKeySchema } from '../../../shared/contract/api-keys.contract.ts';
import { api } from '../../lib/api/api.ts';
import { required } from '../../lib/forms/field-rules.ts';
import { changedFields } from '../../lib/forms/merged.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { refreshApiKeys } from './api-keys.queries.ts';
import {
  AddressesField,
  addressesOf,
  addressesRule,
  ExpiryFields,
  expiresAtOf,
  expiresOnRule,
} from './key-limit-fields.tsx';

/** Changes the name, the expiry and the addresses of a key. Null keeps it closed. */
export function EditKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  return (
    <Modal opened={apiKey !== null} onClose={onClose} title={t('api-keys:edit.title')} size="lg">
      {apiKey && <EditForm apiKey={apiKey} onDone={onClose} />}
    </Modal>
  );
}

function EditForm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const { expiresAt } = apiKey;
  const form = useForm({
    initialValues: {
      name: apiKey.name,
      expiry: expiresAt === null ? 'never' : 'keep',
      expiresOn: '',
      addresses: apiKey.allowedAddresses.join('\n'),
    },
    validate: {
      name: required(t('api-keys:form.nameMissing'), CreateApiKeySchema.shape.name),
      expiresOn: expiresOnRule,
      addresses: addressesRule,
    },
  });
  const saving = useMutation(
    (values: typeof form.values) => {
      const { name, addresses } = changedFields(values, form.getInitialValues());
      const isKept = values.expiry === 'keep' || (values.expiry === 'never' && expiresAt === null);
      return api.apiKeys.change({
        params: { id: apiKey.id },
        body: {
          ...(name !== undefined && { name }),
          ...(addresses !== undefined && { allowedAddresses: addressesOf(addresses) }),
          ...(!isKept && { expiresAt: expiresAtOf(values) }),
        },
      });
    },
    {
      form,
      fields: ['name'],
      onSuccess: () => {
        refreshApiKeys();
        onDone();
      },
    },
  );
  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onDone}
      submitLabel={t('actions.save')}
      submitTestId="key-edit-submit"
    >
      <TextInput
        label={t('api-keys:form.name')}
        required
        autoComplete="off"
        data-autofocus
        data-testid="key-new-name"
        {...form.getInputProps('name')}
      />
      <ExpiryFields form={form} kept={expiresAt} />
      <AddressesField form={form as never} />
    </MutationForm>
  );
}
