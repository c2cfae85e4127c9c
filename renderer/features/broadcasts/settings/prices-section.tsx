import { ActionIcon, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { BroadcastPrices } from '../../../../shared/contract/broadcast-planning.contract.ts';
import { countryName } from '../../../../shared/domain/country.ts';
import { numberSeparators } from '../../../lib/format/number-separators.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { CountrySelect } from '../../../ui/country-select.tsx';
import { SettingRow } from '../../../ui/settings/setting-row.tsx';
import { SettingsSection } from '../../../ui/settings/settings-section.tsx';
import classes from './prices-section.module.css';

type Row = BroadcastPrices['rows'][number];
const CATEGORIES = ['marketing', 'utility', 'authentication'] as const;
const EMPTY = { marketing: null, utility: null, authentication: null };

/** What the platform takes for a message, which the owner keeps for estimates. */
export function PricesSection({
  prices,
  initial,
  onChange,
}: {
  prices: BroadcastPrices | null;
  initial: BroadcastPrices | null;
  onChange: (prices: BroadcastPrices | null) => void;
}) {
  const labelId = useId();
  const empty: BroadcastPrices = { currency: 'USD', rows: [{ country: null, ...EMPTY }] };
  return (
    <SettingsSection title={t('broadcasts:settings.prices.title')}>
      <SettingRow
        label={t('broadcasts:settings.prices.label')}
        labelId={labelId}
        description={t('broadcasts:settings.prices.hint')}
      >
        <SegmentedControl
          aria-labelledby={labelId}
          data={(['none', 'kept'] as const).map((value) => ({
            value,
            label: t(`broadcasts:settings.prices.${value}`),
          }))}
          value={prices ? 'kept' : 'none'}
          onChange={(value) => onChange(value === 'kept' ? (initial ?? empty) : null)}
          data-testid="prices-kind"
        />
      </SettingRow>
      {prices && (
        <div className={classes.table}>
          <Select
            label={t('broadcasts:settings.prices.currency')}
            data={Intl.supportedValuesOf('currency')}
            value={prices.currency}
            onChange={(currency) => currency && onChange({ ...prices, currency })}
            searchable
            allowDeselect={false}
            limit={50}
            w={130}
          />
          <ul className={classes.rows}>
            {prices.rows.map((row) => (
              <PriceRow
                key={row.country ?? ''}
                row={row}
                onChange={(changed) =>
                  onChange({ ...prices, rows: prices.rows.map((one) => (one === row ? changed : one)) })
                }
                onRemove={
                  row.country === null
                    ? null
                    : () => onChange({ ...prices, rows: prices.rows.filter((one) => one !== row) })
                }
              />
            ))}
          </ul>
          <CountrySelect
            // Empty again after each choice.
            key={prices.rows.length}
            label={t('broadcasts:settings.prices.add')}
            description={null}
            placeholder={t('broadcasts:settings.prices.addPlaceholder')}
            maw={280}
            value={null}
            onChange={(country) => {
              if (country === null || prices.rows.some((row) => row.country === country)) return;
              onChange({ ...prices, rows: [...prices.rows, { country, ...EMPTY }] });
            }}
            data-testid="price-country"
          />
        </div>
      )}
    </SettingsSection>
  );
}

/** The prices of a country; the row without one is for all others, and stays. */
function PriceRow({
  row,
  onChange,
  onRemove,
}: {
  row: Row;
  onChange: (row: Row) => void;
  onRemove: (() => void) | null;
}) {
  const name =
    row.country === null
      ? t('broadcasts:settings.prices.others')
      : countryName(row.country, currentLanguage());
  return (
    <li className={classes.row} data-testid={`price-row-${row.country ?? 'others'}`}>
      <span className={classes.country}>{name}</span>
      {CATEGORIES.map((category) => (
        <PriceInput
          key={category}
          category={category}
          country={name}
          price={row[category]}
          onChange={(price) => onChange({ ...row, [category]: price })}
        />
      ))}
      {onRemove ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('broadcasts:settings.prices.remove', { country: name })}
          onClick={onRemove}
        >
          <IconX size={16} />
        </ActionIcon>
      ) : (
        <span className={classes.noAction} />
      )}
    </li>
  );
}

function PriceInput({
  category,
  country,
  price,
  onChange,
}: {
  category: (typeof CATEGORIES)[number];
  country: string;
  price: number | null;
  onChange: (price: number | null) => void;
}) {
  // On the way to 0.05 are texts such as `0.`, which the number alone would take away.
  const [typed, setTyped] = useState<number | string>(price ?? '');
  const label = t(`broadcasts:settings.prices.categories.${category}`);
  return (
    <NumberInput
      className={classes.price}
      label={label}
      aria-label={`${country}: ${label}`}
      value={priceOf(typed) === price ? typed : (price ?? '')}
      onChange={(value) => {
        setTyped(value);
        onChange(priceOf(value));
      }}
      valueIsNumericString
      decimalSeparator={numberSeparators().decimalSeparator}
      min={0}
      max={1_000}
      decimalScale={6}
      allowNegative={false}
      hideControls
      data-testid={`price-${category}`}
    />
  );
}

/** Returns the price that is typed; null for none, and for a separator alone. */
function priceOf(typed: number | string): number | null {
  return typed === '' || Number.isNaN(Number(typed)) ? null : Number(typed);
}
