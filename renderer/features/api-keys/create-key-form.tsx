import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CreateApiKeySchema } from '../../../shared/contract/api-keys.contract.ts';
import { KEY_PERMISSIONS, type KeyPermission } from '../../../shared/domain/permissions.ts';
import { api } from '../../lib/api/api.ts';
import { required } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { refreshApiKeys } from './api-keys.queries.ts';
import classes from './create-key-form.module.css';
import {
  AddressesField,
  addressesOf,
  addressesRule,
  ExpiryFields,
  type ExpiryValues,
  expiresAtOf,
  expiresOnRule,
  NO_EXPIRY,
} from './key-limit-fields.tsx';
import { permissionDescription } from './key-permissions.ts';

interface Values extends ExpiryValues {
  name: string;
  access: string;
  permissions: KeyPermission[];
  addresses: string;
}

/** The form for a name and permissions; all permissions are the default. */
export function CreateKeyForm({
  onCreated,
  onCancel,
}: {
  onCreated: (key: string) => void;
  onCancel: () => void;
}) {
  const form = useForm<Values>({
    initialValues: { name: '', access: 'all', permissions: [], addresses: '', ...NO_EXPIRY },
    validate: {
      name: required(t('api-keys:form.nameMissing'), CreateApiKeySchema.shape.name),
      permissions: (value, { access }) =>
        access === 'some' && value.length === 0 ? t('api-keys:form.permissionsMissing') : null,
      expiresOn: expiresOnRule,
      addresses: addressesRule,
    },
  });
  const creating = useMutation(
    ({ name, access, permissions, addresses, ...expiry }: Values) =>
      api.apiKeys.create({
        body: {
          name,
          permissions: access === 'all' ? ['all'] : permissions,
          expiresAt: expiresAtOf(expiry),
          allowedAddresses: addressesOf(addresses),
        },
      }),
    {
      form,
      fields: ['name', 'permissions'],
      onSuccess: ({ key }) => {
        refreshApiKeys();
        onCreated(key);
      },
    },
  );

  return (
    <MutationForm
      mutation={creating}
      onSubmit={form.onSubmit((values) => creating.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('api-keys:create')}
      submitTestId="key-submit"
    >
      <TextInput
        label={t('api-keys:form.name')}
        required
        description={t('api-keys:form.nameHint')}
        autoComplete="off"
        data-autofocus
        data-testid="key-name"
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t('api-keys:form.access')} {...form.getInputProps('access')}>
        <Stack gap={8} mt={6}>
          <Radio
            value="all"
            label={t('api-keys:form.accessAll')}
            description={t('api-keys:form.accessAllHint')}
          />
          <Radio value="some" label={t('api-keys:form.accessSome')} />
        </Stack>
      </Radio.Group>
      {form.values.access === 'some' && (
        <Checkbox.Group
          aria-label={t('api-keys:form.accessSome')}
          className={classes.some}
          classNames={{ error: classes.someError }}
          {...form.getInputProps('permissions')}
        >
          <Stack gap={8}>
            {KEY_PERMISSIONS.map((permission) => (
              <Checkbox
                key={permission}
                value={permission}
                label={permission}
                description={permissionDescription(permission)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <ExpiryFields form={form} />
      <AddressesField form={form as never} />
    </MutationForm>
  );
}
