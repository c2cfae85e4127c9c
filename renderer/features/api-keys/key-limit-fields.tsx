import { Select, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { KEY_ADDRESSES_MAX, KeyAddressSchema } from '../../../shared/contract/api-keys.contract.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import { formatDate } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { DateTimeField } from '../../ui/date-time/date-time-field.tsx';

const DAYS = ['30', '60', '90', '365'] as const;

/** What a person has chosen as the expiry: `never`, so many days, `date`, or `keep` for the one that the key has. */
export interface ExpiryValues {
  expiry: string;
  /** The day of `date`. */
  expiresOn: string;
}

export const NO_EXPIRY: ExpiryValues = { expiry: 'never', expiresOn: '' };

/** The rule for the day of an expiry. */
export function expiresOnRule(value: string, { expiry }: ExpiryValues): string | null {
  if (expiry !== 'date') return null;
  if (value === '') return t('api-keys:expiry.dateMissing');
  return Date.parse(endOf(value)) <= Date.now() ? t('api-keys:expiry.dateInPast') : null;
}

/** Returns the time that was chosen; null: never. */
export function expiresAtOf({ expiry, expiresOn }: ExpiryValues): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'date') return endOf(expiresOn);
  return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
}

/** The choice of an expiry: some numbers of days, a day, or none. */
export function ExpiryFields<Values extends ExpiryValues>({
  form,
  label = t('api-keys:expiry.label'),
  kept,
}: {
  form: UseFormReturnType<Values>;
  label?: string;
  /** The expiry that the key has, which can be kept. */
  kept?: string | null;
}) {
  const { expiry, expiresOn } = form.values;
  const days = DAYS.map((value) => ({ value, label: t('api-keys:expiry.days', { count: Number(value) }) }));
  return (
    <>
      <Select
        label={label}
        allowDeselect={false}
        data={[
          ...(kept ? [{ value: 'keep', label: t('api-keys:expiry.keep', { date: formatDate(kept) }) }] : []),
          { value: 'never', label: t('api-keys:expiry.never') },
          ...days,
          { value: 'date', label: t('api-keys:expiry.date') },
        ]}
        data-testid="key-expiry"
        {...form.getInputProps('expiry')}
      />
      {expiry === 'date' && (
        <DateTimeField
          kind="date"
          label={t('api-keys:expiry.on')}
          required
          data-testid="key-expires-on"
          value={expiresOn}
          onChange={(day) => form.setFieldValue('expiresOn', day as never)}
          error={form.errors.expiresOn}
        />
      )}
    </>
  );
}

/** Returns the networks of a text with one a line. */
export function addressesOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The rule for networks. */
export function addressesRule(text: string): string | null {
  const addresses = addressesOf(text);
  const wrong = addresses.find((address) => !KeyAddressSchema.safeParse(address).success);
  if (wrong !== undefined) return t('api-keys:addresses.invalid', { address: wrong });
  return addresses.length > KEY_ADDRESSES_MAX
    ? t('api-keys:addresses.tooMany', { count: KEY_ADDRESSES_MAX })
    : null;
}

/** The networks from which a key can be used, one a line. */
export function AddressesField({ form }: { form: UseFormReturnType<never> }) {
  return (
    <Textarea
      label={t('api-keys:addresses.label')}
      description={t('api-keys:addresses.hint')}
      placeholder={t('api-keys:addresses.placeholder')}
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      data-testid="key-addresses"
      {...form.getInputProps('addresses')}
    />
  );
}

/** Returns the end of a day in the person's time zone. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}
