import { Select } from '@mantine/core';
import {
  WEBHOOK_ANSWERS,
  WEBHOOK_DELIVERY_FILTERS,
  WEBHOOK_EVENT_TYPES,
} from '../../../../shared/domain/webhooks/webhook-values.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format/local-time.ts';
import { t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { type DeliveryFilter, SPAN_NAMES } from './delivery-filter.ts';
import classes from './delivery-filters.module.css';

export interface DeliveryFiltersProps {
  filter: DeliveryFilter;
  onFilter: (filter: DeliveryFilter) => void;
}

/** The filters of the delivery log. */
export function DeliveryFilters({ filter, onFilter }: DeliveryFiltersProps) {
  return (
    <search className={classes.filters} aria-label={t('webhooks:filters.label')}>
      <Select
        className={classes.state}
        aria-label={t('webhooks:log.state')}
        placeholder={t('webhooks:filters.anyState')}
        clearable
        clearButtonProps={{ 'aria-label': t('webhooks:filters.anyState') }}
        data={WEBHOOK_DELIVERY_FILTERS.map((state) => ({
          value: state,
          label: t(`webhooks:states.delivery.${state}`),
        }))}
        value={filter.state ?? null}
        onChange={(value) =>
          onFilter({ ...filter, state: WEBHOOK_DELIVERY_FILTERS.find((state) => state === value) })
        }
        data-testid="filter-state"
      />
      <Select
        className={classes.answer}
        aria-label={t('webhooks:log.lastResponse')}
        placeholder={t('webhooks:filters.anyAnswer')}
        clearable
        clearButtonProps={{ 'aria-label': t('webhooks:filters.anyAnswer') }}
        data={WEBHOOK_ANSWERS.map((answer) => ({
          value: answer,
          label: answer === 'none' ? t('webhooks:filters.noAnswer') : answer,
        }))}
        value={filter.answer ?? null}
        onChange={(value) =>
          onFilter({ ...filter, answer: WEBHOOK_ANSWERS.find((answer) => answer === value) })
        }
        data-testid="filter-answer"
      />
      <Select
        className={classes.type}
        aria-label={t('webhooks:log.event')}
        placeholder={t('webhooks:filters.anyEvent')}
        clearable
        clearButtonProps={{ 'aria-label': t('webhooks:filters.anyEvent') }}
        data={[...WEBHOOK_EVENT_TYPES]}
        value={filter.type ?? null}
        onChange={(value) =>
          onFilter({ ...filter, type: WEBHOOK_EVENT_TYPES.find((type) => type === value) })
        }
        data-testid="filter-type"
      />
      <SearchBox
        className={classes.id}
        aria-label="webhook-id"
        placeholder={t('webhooks:filters.idPlaceholder')}
        autoComplete="off"
        spellCheck={false}
        pauseMs={300}
        value={filter.eventId ?? ''}
        onChange={(id) => onFilter({ ...filter, eventId: id || undefined })}
        data-testid="filter-id"
      />
      <Select
        className={classes.time}
        aria-label={t('webhooks:filters.time')}
        placeholder={t('webhooks:filters.anyTime')}
        clearable
        clearButtonProps={{ 'aria-label': t('webhooks:filters.anyTime') }}
        data={SPAN_NAMES.map((name) => ({ value: name, label: t(`webhooks:filters.span.${name}`) }))}
        value={filter.span ?? null}
        onChange={(value) =>
          onFilter({
            ...filter,
            span: SPAN_NAMES.find((name) => name === value),
            since: undefined,
            until: undefined,
          })
        }
        data-testid="filter-span"
      />
      {filter.span === 'custom' && <CustomPeriod filter={filter} onFilter={onFilter} />}
    </search>
  );
}

function CustomPeriod({ filter, onFilter }: DeliveryFiltersProps) {
  return (['since', 'until'] as const).map((end) => (
    <DateTimeField
      key={end}
      kind="datetime"
      aria-label={t(`webhooks:filters.${end}`)}
      value={filter[end] === undefined ? '' : toLocalInput(filter[end])}
      onChange={(value) => onFilter({ ...filter, [end]: fromLocalInput(value) ?? undefined })}
      data-testid={`filter-${end}`}
    />
  ));
}
