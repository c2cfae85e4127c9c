import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { type Country, CountrySchema, countryName } from '../../shared/domain/country.ts';
import { currentLanguage, t } from '../lib/i18n.ts';

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> & {
  value: Country | null;
  onChange: (country: Country | null) => void;
};

/** Returns the countries with their names in the current language, sorted by name. */
function countryOptions(): { value: Country; label: string }[] {
  const language = currentLanguage();
  return CountrySchema.options
    .map((country) => ({ value: country, label: countryName(country, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}

/** Lets a person choose the default country of phone numbers by typing a part of its name. */
export function CountrySelect({ value, onChange, ...others }: Props) {
  const [options] = useState(countryOptions);
  return (
    <Select
      label={t('country.label')}
      description={t('country.description')}
      placeholder={t('country.placeholder')}
      clearButtonProps={{ 'aria-label': t('country.clear') }}
      {...others}
      data={options}
      value={value}
      onChange={(chosen) => onChange(CountrySchema.nullable().catch(null).parse(chosen))}
      searchable
      autoComplete="off"
      nothingFoundMessage={t('country.noMatch')}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
