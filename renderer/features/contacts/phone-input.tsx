import { Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import type { Country } from '../../../shared/domain/country.ts';
import { t } from '../../lib/i18n.ts';
import { CountrySelect } from '../../ui/country-select.tsx';
import { phoneHint } from './typed-phone.ts';

/** Takes a country and a phone number, and shows how the number will be saved. */
export function PhoneInput({
  country,
  onCountry,
  isStacked = false,
  ...input
}: TextInputProps & {
  /** The country of numbers without a country code. */
  country: Country | null;
  onCountry: (country: Country | null) => void;
  /** Whether the number is below the country, where both have no room beside each other. */
  isStacked?: boolean;
}) {
  const hint = phoneHint(String(input.value ?? ''), country);
  return (
    <Stack gap={4}>
      <Group
        gap="xs"
        align="flex-start"
        wrap={isStacked ? 'wrap' : 'nowrap'}
        grow
        preventGrowOverflow={false}
      >
        <CountrySelect
          label={t('contacts:form.country')}
          description={null}
          value={country}
          onChange={onCountry}
          {...(isStacked ? { miw: '100%' } : { maw: 176 })}
          data-testid="contact-form-country"
        />
        <TextInput
          label={t('contacts:fields.phone')}
          placeholder={t('contacts:form.phoneHint')}
          type="tel"
          autoComplete="off"
          miw={isStacked ? '100%' : undefined}
          {...input}
        />
      </Group>
      <Text size="sm" c="dimmed" aria-live="polite" data-testid="contact-form-phone-hint">
        {hint}
      </Text>
    </Stack>
  );
}
