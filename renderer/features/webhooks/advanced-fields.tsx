import { Button, Collapse, NumberInput, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './advanced-fields.module.css';
import type { EndpointValues } from './endpoint-values.ts';
import { HeadersField } from './headers-field.tsx';

const NARROW = { wrapper: { maxWidth: 200 } };

/** What most endpoints never need: headers, time limit, throttle. It opens by itself where there is a fault in it. */
export function AdvancedFields({ form }: { form: UseFormReturnType<EndpointValues> }) {
  const { values, errors } = form;
  const [isWanted, setWanted] = useState(values.headers.length > 0 || values.maxPerSecond !== '');
  const isFaulty = Object.keys(errors).some((path) => /^(headers|timeoutSeconds|maxPerSecond)/.test(path));
  const isOpen = isWanted || isFaulty;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ml={-8}
        leftSection={
          <IconChevronRight size={16} className={classes.chevron} data-open={isOpen || undefined} />
        }
        aria-expanded={isOpen}
        onClick={() => setWanted(!isOpen)}
        data-testid="endpoint-advanced"
      >
        Headers, time limit, throttle
      </Button>
      <Collapse expanded={isOpen}>
        <Stack pt="sm">
          <HeadersField form={form} />
          <NumberInput
            label="Time limit"
            description="How long your receiver may take to answer, 5 to 30 seconds"
            suffix=" s"
            allowDecimal={false}
            allowNegative={false}
            styles={NARROW}
            data-testid="endpoint-timeout"
            {...form.getInputProps('timeoutSeconds')}
          />
          <NumberInput
            label="Throttle"
            description="At most so many requests a second; empty for no limit"
            suffix=" a second"
            placeholder="No limit"
            allowDecimal={false}
            allowNegative={false}
            styles={NARROW}
            data-testid="endpoint-throttle"
            {...form.getInputProps('maxPerSecond')}
          />
        </Stack>
      </Collapse>
    </div>
  );
}
