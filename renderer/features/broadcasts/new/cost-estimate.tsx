import type { BroadcastPreview } from '../../../../shared/contract/broadcast-planning.contract.ts';
import { countryName } from '../../../../shared/domain/country.ts';
import { formatCount, formatMoney } from '../../../lib/format/format.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import classes from '../broadcasts.module.css';

/** Countries that are listed one by one. */
const LISTED = 6;

/** What the broadcast would cost at most, by country. */
export function CostEstimate({ cost }: { cost: BroadcastPreview['cost'] }) {
  if (!cost) return <p className={classes.quiet}>{t('broadcasts:new.cost.none')}</p>;
  const { currency, countries } = cost;
  const priced = countries.filter(({ price }) => price !== null);
  const listed = priced.slice(0, LISTED);
  const rest = priced.slice(LISTED);
  const nameOf = (country: (typeof countries)[number]['country']) =>
    country === null ? t('broadcasts:new.cost.unknown') : countryName(country, currentLanguage());
  return (
    <div className={classes.cost} data-testid="broadcast-cost">
      <p>
        <strong>{t('broadcasts:new.cost.total', { amount: formatMoney(cost.amount, currency) })}</strong>
      </p>
      <ul>
        {listed.map(({ country, people, price, amount }) => (
          <li key={country ?? ''}>
            <span>{nameOf(country)}</span>
            <span>
              {formatCount(people)} × {formatMoney(price ?? 0, currency)}
            </span>
            <span>{formatMoney(amount ?? 0, currency)}</span>
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <span>{t('broadcasts:new.cost.rest', { count: rest.length })}</span>
            <span>{formatCount(rest.reduce((sum, { people }) => sum + people, 0))}</span>
            <span>
              {formatMoney(
                rest.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
                currency,
              )}
            </span>
          </li>
        )}
      </ul>
      {cost.unpriced > 0 && (
        <p className={classes.quiet}>
          {t('broadcasts:new.cost.unpriced', { count: cost.unpriced, total: formatCount(cost.unpriced) })}
        </p>
      )}
      <p className={classes.quiet}>{t('broadcasts:new.cost.hint')}</p>
    </div>
  );
}
