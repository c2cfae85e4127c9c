import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { CloudApi } from '../../../shared/contract/cloud-api.contract.ts';
import { PlatformIdSchema } from '../../../shared/contract/cloud-api-fields.ts';
import { api } from '../../lib/api.ts';
import { asApiError } from '../../lib/api-error.ts';
import { required } from '../../lib/field-rules.ts';
import { useFormSave } from '../../lib/use-form-save.ts';
import { FormEnd } from '../../ui/form-end.tsx';
import { takeCloudApi } from './cloud-api.queries.ts';
import { PlatformIdField } from './platform-id-field.tsx';
import { SecretField } from './secret-field.tsx';

const FIELDS = ['appId', 'appSecret', 'accessToken', 'wabaId', 'phoneNumberId'] as const;
const idRule = (name: string) => required(`Enter the ${name}`, PlatformIdSchema);

/** All five values at once, checked against the platform before they are stored. */
export function CredentialsForm({
  cloudApi,
  onSaved,
  onCancel,
}: {
  cloudApi: CloudApi;
  /** What works, but not for long. */
  onSaved: (warnings: string[]) => void;
  onCancel: () => void;
}) {
  const { credentials } = cloudApi;
  const [isUnreachable, setUnreachable] = useState(false);
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
      appId: idRule('App ID'),
      appSecret: secretRule(credentials.appSecret.set, 'Enter the App Secret'),
      accessToken: secretRule(credentials.accessToken.set, 'Enter the access token'),
      wabaId: idRule('WABA ID'),
      phoneNumberId: idRule('phone number ID'),
    },
  });

  const saving = useFormSave(form, FIELDS, {
    onFailed: (error) => setUnreachable(asApiError(error).code === 'platform_unreachable'),
  });
  const secretInput = (name: 'appSecret' | 'accessToken') => ({
    stored: credentials[name],
    value: form.values[name],
    error: form.errors[name] as string | undefined,
    onChange: (value: string) => form.setFieldValue(name, value),
  });

  async function save(values: typeof form.values, unchecked: boolean): Promise<void> {
    setUnreachable(false);
    const { appSecret, accessToken, ...ids } = values;
    await saving.run(async () => {
      const answer = await api.cloudApi.save({
        body: {
          ...ids,
          ...(appSecret.trim() !== '' && { appSecret }),
          ...(accessToken.trim() !== '' && { accessToken }),
          ...(unchecked && { unchecked }),
        },
      });
      takeCloudApi(answer.cloudApi);
      onSaved(answer.warnings.map(({ message }) => `The access token ${message}`));
    });
  }

  return (
    <form
      onSubmit={form.onSubmit((values) => void save(values, false))}
      noValidate
      data-testid="credentials-form"
    >
      <Stack gap="md">
        <PlatformIdField
          label="App ID"
          description="At the top of the app’s dashboard"
          data-testid="cred-app-id"
          {...form.getInputProps('appId')}
        />
        <SecretField
          label="App Secret"
          description="App settings, Basic, Show"
          testId="cred-app-secret"
          {...secretInput('appSecret')}
        />
        <SecretField
          label="Access token"
          description="The permanent token of a system user"
          testId="cred-access-token"
          {...secretInput('accessToken')}
        />
        <PlatformIdField
          label="WABA ID"
          description="The business account; not the business portfolio above it"
          data-testid="cred-waba-id"
          {...form.getInputProps('wabaId')}
        />
        <PlatformIdField
          label="Phone number ID"
          description="The platform’s id of the number, not the number itself"
          data-testid="cred-phone-number-id"
          {...form.getInputProps('phoneNumberId')}
        />
        <FormEnd
          problem={
            saving.problem !== null && isUnreachable ? `${saving.problem} Nothing was saved.` : saving.problem
          }
          isBusy={saving.isBusy}
          onCancel={onCancel}
          testId="cred-save"
          between={
            isUnreachable && (
              <Button
                variant="default"
                loading={saving.isBusy}
                onClick={() => void save(form.values, true)}
                data-testid="cred-unchecked"
              >
                Save without checking
              </Button>
            )
          }
        >
          Save &amp; Verify
        </FormEnd>
      </Stack>
    </form>
  );
}
