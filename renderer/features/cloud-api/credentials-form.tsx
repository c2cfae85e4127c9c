import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { CloudApi } from '../../../shared/contract/cloud-api.contract.ts';
import { PlatformIdSchema } from '../../../shared/contract/cloud-api-fields.ts';
import { api } from '../../lib/api.ts';
import { asApiError } from '../../lib/api-error.ts';
import { required } from '../../lib/field-rules.ts';
import { formFaults } from '../../lib/form-errors.ts';
import { Notice } from '../../ui/notice.tsx';
import { takeCloudApi } from './cloud-api.queries.ts';
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
  const [problem, setProblem] = useState<string | null>(null);
  const [isUnreachable, setUnreachable] = useState(false);
  const [isBusy, setBusy] = useState(false);
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

  async function save(values: typeof form.values, unchecked: boolean): Promise<void> {
    setBusy(true);
    setProblem(null);
    setUnreachable(false);
    const { appSecret, accessToken, ...ids } = values;
    try {
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
    } catch (error) {
      const faults = formFaults(error, FIELDS);
      form.setErrors(faults.fields);
      setProblem(faults.general);
      setUnreachable(asApiError(error).code === 'platform_unreachable');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      onSubmit={form.onSubmit((values) => void save(values, false))}
      noValidate
      data-testid="credentials-form"
    >
      <Stack gap="md">
        <TextInput
          label="App ID"
          description="At the top of the app’s dashboard"
          required
          autoComplete="off"
          inputMode="numeric"
          data-testid="cred-app-id"
          {...form.getInputProps('appId')}
        />
        <SecretField
          label="App Secret"
          description="App settings, Basic, Show"
          stored={credentials.appSecret}
          value={form.values.appSecret}
          error={form.errors.appSecret as string | undefined}
          onChange={(value) => form.setFieldValue('appSecret', value)}
          testId="cred-app-secret"
        />
        <SecretField
          label="Access token"
          description="The permanent token of a system user"
          stored={credentials.accessToken}
          value={form.values.accessToken}
          error={form.errors.accessToken as string | undefined}
          onChange={(value) => form.setFieldValue('accessToken', value)}
          testId="cred-access-token"
        />
        <TextInput
          label="WABA ID"
          description="The business account; not the business portfolio above it"
          required
          autoComplete="off"
          inputMode="numeric"
          data-testid="cred-waba-id"
          {...form.getInputProps('wabaId')}
        />
        <TextInput
          label="Phone number ID"
          description="The platform’s id of the number, not the number itself"
          required
          autoComplete="off"
          inputMode="numeric"
          data-testid="cred-phone-number-id"
          {...form.getInputProps('phoneNumberId')}
        />
        {problem !== null && (
          <Notice tone="bad">
            {problem}
            {isUnreachable && ' Nothing was saved.'}
          </Notice>
        )}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          {isUnreachable && (
            <Button
              variant="default"
              loading={isBusy}
              onClick={() => void save(form.values, true)}
              data-testid="cred-unchecked"
            >
              Save without checking
            </Button>
          )}
          <Button type="submit" loading={isBusy} data-testid="cred-save">
            Save &amp; Verify
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
