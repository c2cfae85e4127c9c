import { Button, Checkbox, Collapse, Switch } from '@mantine/core';
import { useState } from 'react';
import {
  EVERY_EVENT,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
  type WebhookSubscription,
} from '../../../../shared/domain/webhooks/webhook-values.ts';
import { WEBHOOK_SAMPLES } from '../../../../shared/events/webhook-samples.ts';
import { t } from '../../../lib/i18n.ts';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import classes from './events-field.module.css';

/** The choice of events, each with a sample payload. */
export function EventsField({
  value,
  error,
  onChange,
}: {
  value: WebhookSubscription[];
  error: React.ReactNode;
  onChange: (value: WebhookSubscription[]) => void;
}) {
  const isEvery = value.includes(EVERY_EVENT);
  return (
    <Checkbox.Group
      label={t('webhooks:form.events')}
      required
      value={isEvery ? [...WEBHOOK_EVENT_TYPES] : value}
      error={error}
      onChange={(chosen) => onChange(WEBHOOK_EVENT_TYPES.filter((type) => chosen.includes(type)))}
    >
      <Switch
        my={8}
        label={t('webhooks:form.everyEvent')}
        description={t('webhooks:form.everyEventHint')}
        checked={isEvery}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? [EVERY_EVENT] : [...WEBHOOK_EVENT_TYPES])
        }
        data-testid="endpoint-event-every"
      />
      <div className={classes.events}>
        {WEBHOOK_EVENT_TYPES.map((type) => (
          <EventChoice key={type} type={type} isFixed={isEvery} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function EventChoice({ type, isFixed }: { type: WebhookEventType; isFixed: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={classes.event}>
        <Checkbox
          className={classes.choice}
          value={type}
          label={type}
          disabled={isFixed}
          description={t(`webhooks:events.${type}`)}
          data-testid={`endpoint-event-${type}`}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={
            isOpen
              ? t('webhooks:form.hideSampleLabel', { event: type })
              : t('webhooks:form.sampleLabel', { event: type })
          }
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('webhooks:form.hideSample') : t('webhooks:form.sample')}
        </Button>
      </div>
      <Collapse expanded={isOpen} className={classes.sample} hidden={!isOpen}>
        {isOpen && (
          <CodeBlock
            code={JSON.stringify(WEBHOOK_SAMPLES[type], null, 2)}
            label={t('webhooks:sample', { event: type })}
            isLined
            maxHeight={320}
          />
        )}
      </Collapse>
    </>
  );
}
