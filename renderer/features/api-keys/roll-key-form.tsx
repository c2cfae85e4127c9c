import { Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ApiKey, KEY_OVERLAP_HOURS } from '../../../shared/contract/api-keys.contract.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { refreshApiKeys } from './api-keys.queries.ts';
import { ExpiryFields, expiresAtOf, expiresOnRule } from './key-limit-fields.tsx';

/** Replaces the secret of a key; the previous one works for the chosen time. */
export function RollKeyForm({
  apiKey,
  onCreated,
  onCancel,
}: {
  apiKey: ApiKey;
  onCreated: (key: string) => void;
  onCancel: () => void;
}) {
  const form = useForm({
    initialValues: { overlap: '24', expiry: daysOf(apiKey), expiresOn: '' },
    validate: { expiresOn: expiresOnRule },
  });
  const rolling = useMutation(
    ({ overlap, ...expiry }: typeof form.values) => {
      const overlapHours = KEY_OVERLAP_HOURS.find((hours) => String(hours) === overlap) ?? 0;
      const body = { overlapHours, expiresAt: expiresAtOf(expiry) };
      return api.apiKeys.roll({ params: { id: apiKey.id }, body });
    },
    {
      form,
      onSuccess: ({ key }) => {
        refreshApiKeys();
        onCreated(key);
      },
    },
  );
  return (
    <MutationForm
      mutation={rolling}
      onSubmit={form.onSubmit((values) => rolling.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('api-keys:roll.submit')}
      submitTestId="key-roll-submit"
    >
      <Text size="sm">{t('api-keys:roll.text', { name: apiKey.name })}</Text>
      <Radio.Group label={t('api-keys:roll.overlap')} {...form.getInputProps('overlap')}>
        <Stack gap={8} mt={6}>
          {KEY_OVERLAP_HOURS.map((hours) => (
            <Radio
              key={hours}
              value={String(hours)}
              label={t(`api-keys:roll.after.${hours}`)}
              data-testid={`key-overlap-${hours}`}
            />
          ))}
        </Stack>
      </Radio.Group>
      {apiKey.previous && (
        <Text size="sm" c="dimmed">
          {t('api-keys:roll.earlier', { hint: apiKey.previous.hint })}
        </Text>
      )}
      <ExpiryFields form={form} label={t('api-keys:roll.expiry')} />
    </MutationForm>
  );
}

/** Returns the choice that is nearest to how long the current secret was to work. */
function daysOf({ expiresAt, rolledAt, createdAt }: ApiKey): string {
  if (expiresAt === null) return 'never';
  const days = (Date.parse(expiresAt) - Date.parse(rolledAt ?? createdAt)) / DAY_MS;
  return String([30, 60, 90, 365].find((choice) => days < choice * 1.1) ?? 365);
}
