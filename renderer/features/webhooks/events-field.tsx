import { Button, Checkbox, Collapse } from '@mantine/core';
import { useState } from 'react';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../../shared/events/webhook-event.ts';
import { WEBHOOK_SAMPLES } from '../../../shared/events/webhook-samples.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import classes from './events-field.module.css';
import { EVENT_MEANING } from './webhook-labels.ts';

/** Which events are sent, each with a sample of what arrives. */
export function EventsField({
  value,
  error,
  onChange,
}: {
  value: WebhookEventType[];
  error: React.ReactNode;
  onChange: (value: WebhookEventType[]) => void;
}) {
  return (
    <Checkbox.Group
      label="Events"
      required
      value={value}
      error={error}
      onChange={(chosen) => onChange(WEBHOOK_EVENT_TYPES.filter((type) => chosen.includes(type)))}
    >
      <div className={classes.events}>
        {WEBHOOK_EVENT_TYPES.map((type) => (
          <EventChoice key={type} type={type} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function EventChoice({ type }: { type: WebhookEventType }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={classes.event}>
        <Checkbox
          className={classes.choice}
          value={type}
          label={type}
          description={EVENT_MEANING[type]}
          data-testid={`endpoint-event-${type}`}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} a sample of ${type}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide sample' : 'Sample'}
        </Button>
      </div>
      <Collapse expanded={isOpen} className={classes.sample} hidden={!isOpen}>
        {isOpen && (
          <CodeBlock
            code={JSON.stringify(WEBHOOK_SAMPLES[type], null, 2)}
            label={`Sample of ${type}`}
            isLined
            maxHeight={320}
          />
        )}
      </Collapse>
    </>
  );
}
