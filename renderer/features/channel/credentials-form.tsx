import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CloudApi } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { PlatformIdSchema } from '../../../shared/contract/channel/cloud-api-fields.ts';
import { api } from '../../lib/api/api.ts';
import { required } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { storeCloudApi } from './cloud-api.queries.ts';
import { PlatformIdField } from './platform-id-field.tsx';
import { SecretField } from './secret-field.tsx';

const FIELDS = ['appId', 'appSecret', 'accessToken', 'wabaId', 'phoneNumberId'] as const;
const idRule = (field: 'appId' | 'wabaId' | 'phoneNumberId') =>
  required(t(`channel:missing.${field}`), PlatformIdSchema);

/** The form for all five values, which are checked against the platform before they are stored. */
export function CredentialsForm({
  cloudApi,
  onSaved,
  onCancel,
}: {
  cloudApi: CloudApi;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { credentials } = cloudApi;
  const secretRule = (isStored: boolean, ask: string) => (value: string) =>
    value.trim() === '' && !isStored ? ask : null;
  const form = useForm({
    initialValues: {
      appId: credentials.appId ?? '',
      appSecret: '',
      accessToken: '',
      wabaId: credentials.wabaId ?? '',
      phoneNumberId: credentials.phoneNumberId ?? '',
    },
    validate: {
      appId: idRule('appId'),
      appSecret: secretRule(credentials.appSecret.set, t('channel:missing.appSecret')),
      accessToken: secretRule(credentials.accessToken.set, t('channel:missing.accessToken')),
      wabaId: idRule('wabaId'),
      phoneNumberId: idRule('phoneNumberId'),
    },
  });

  const saving = useMutation(save, {
    form,
    fields: FIELDS,
    onSuccess: (saved) => {
      storeCloudApi(saved);
      onSaved();
    },
  });
  const isUnreachable = saving.errorCode === 'platform_unreachable';
  const error =
    isUnreachable && saving.error !== null
      ? t('channel:credentials.notSaved', { problem: saving.error })
      : saving.error;
  const secretInput = (name: 'appSecret' | 'accessToken') => ({
    stored: credentials[name],
    value: form.values[name],
    error: form.errors[name] as string | undefined,
    onChange: (value: string) => form.setFieldValue(name, value),
  });

  async function save({ unchecked }: { unchecked: boolean }): Promise<CloudApi> {
    const { appSecret, accessToken, ...ids } = form.getValues();
    const response = await api.cloudApi.save({
      body: {
        ...ids,
        ...(appSecret.trim() !== '' && { appSecret }),
        ...(accessToken.trim() !== '' && { accessToken }),
        ...(unchecked && { unchecked }),
      },
    });
    return response.cloudApi;
  }

  return (
    <MutationForm
      testId="credentials-form"
      mutation={{ isPending: saving.isPending, error }}
      onSubmit={form.onSubmit(() => saving.mutate({ unchecked: false }))}
      onCancel={onCancel}
      submitLabel={t('channel:credentials.save')}
      submitTestId="cred-save"
      extraButton={
        isUnreachable && (
          <Button
            variant="default"
            loading={saving.isPending}
            onClick={() => saving.mutate({ unchecked: true })}
            data-testid="cred-unchecked"
          >
            {t('channel:credentials.saveUnchecked')}
          </Button>
        )
      }
    >
      <PlatformIdField
        label={t('channel:fields.appId')}
        description={t('channel:credentials.appIdHint')}
        data-testid="cred-app-id"
        {...form.getInputProps('appId')}
      />
      <SecretField
        label={t('channel:fields.appSecret')}
        description={t('channel:credentials.appSecretHint')}
        testId="cred-app-secret"
        {...secretInput('appSecret')}
      />
      <SecretField
        label={t('channel:fields.accessToken')}
        description={t('channel:credentials.accessTokenHint')}
        testId="cred-access-token"
        {...secretInput('accessToken')}
      />
      <PlatformIdField
        label={t('channel:fields.wabaId')}
        description={t('channel:credentials.wabaIdHint')}
        data-testid="cred-waba-id"
        {...form.getInputProps('wabaId')}
      />
      <PlatformIdField
        label={t('channel:fields.phoneNumberId')}
        description={t('channel:credentials.phoneNumberIdHint')}
        data-testid="cred-phone-number-id"
        {...form.getInputProps('phoneNumberId')}
      />
    </MutationForm>
  );
}
