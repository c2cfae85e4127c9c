import { Select, TextInput } from '@mantine/core';
import { WEBHOOK_DELIVERY_STATES } from '../../../shared/contract/webhook-deliveries.contract.ts';
import { WEBHOOK_EVENT_TYPES } from '../../../shared/events/webhook-event.ts';
import { fromLocalInput, toLocalInput } from '../../lib/local-time.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { type DeliveryFilter, SPAN_NAMES, type SpanName } from './delivery-filter.ts';
import classes from './delivery-filters.module.css';
import { DELIVERY_STATES } from './webhook-labels.ts';

const SPAN_LABELS: Readonly<Record<SpanName, string>> = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  custom: 'Between…',
};

export interface DeliveryFiltersProps {
  filter: DeliveryFilter;
  onFilter: (filter: DeliveryFilter) => void;
}

/** What of the log is looked at. */
export function DeliveryFilters({ filter, onFilter }: DeliveryFiltersProps) {
  return (
    <search className={classes.filters} aria-label="Filter deliveries">
      <Select
        className={classes.state}
        aria-label="State"
        placeholder="Any state"
        clearable
        clearButtonProps={{ 'aria-label': 'Any state' }}
        data={WEBHOOK_DELIVERY_STATES.map((state) => ({ value: state, label: DELIVERY_STATES[state] }))}
        value={filter.state ?? null}
        onChange={(value) =>
          onFilter({ ...filter, state: WEBHOOK_DELIVERY_STATES.find((state) => state === value) })
        }
        data-testid="filter-state"
      />
      <Select
        className={classes.type}
        aria-label="Event"
        placeholder="Any event"
        clearable
        clearButtonProps={{ 'aria-label': 'Any event' }}
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
        placeholder="webhook-id, such as evt_…"
        autoComplete="off"
        spellCheck={false}
        pauseMs={300}
        value={filter.eventId ?? ''}
        onChange={(id) => onFilter({ ...filter, eventId: id || undefined })}
        data-testid="filter-id"
      />
      <Select
        className={classes.time}
        aria-label="Time"
        placeholder="Any time"
        clearable
        clearButtonProps={{ 'aria-label': 'Any time' }}
        data={SPAN_NAMES.map((name) => ({ value: name, label: SPAN_LABELS[name] }))}
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
      {filter.span === 'custom' && <OwnSpan filter={filter} onFilter={onFilter} />}
    </search>
  );
}

function OwnSpan({ filter, onFilter }: DeliveryFiltersProps) {
  return (['since', 'until'] as const).map((end) => (
    <TextInput
      key={end}
      type="datetime-local"
      aria-label={end === 'since' ? 'Since' : 'Until'}
      value={filter[end] === undefined ? '' : toLocalInput(filter[end])}
      onChange={(event) =>
        onFilter({ ...filter, [end]: fromLocalInput(event.currentTarget.value) ?? undefined })
      }
      data-testid={`filter-${end}`}
    />
  ));
}
