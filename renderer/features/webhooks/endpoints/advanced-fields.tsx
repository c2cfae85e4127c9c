import { Button, Collapse, NumberInput, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import classes from './advanced-fields.module.css';
import type { EndpointValues } from './endpoint-values.ts';
import { HeadersField } from './headers-field.tsx';

const NARROW = { wrapper: { maxWidth: 200 } };

/** Settings that few endpoints need: headers, timeout, rate limit. Opens when a field has an error. */
export function AdvancedFields({ form }: { form: UseFormReturnType<EndpointValues> }) {
  const { values, errors } = form;
  const [isWanted, setWanted] = useState(values.headers.length > 0 || values.maxPerSecond !== '');
  const hasError = Object.keys(errors).some((path) => /^(headers|timeoutSeconds|maxPerSecond)/.test(path));
  const isOpen = isWanted || hasError;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ms={-8}
        leftSection={
          <IconChevronRight size={16} className={classes.chevron} data-open={isOpen || undefined} />
        }
        aria-expanded={isOpen}
        onClick={() => setWanted(!isOpen)}
        data-testid="endpoint-advanced"
      >
        {t('webhooks:form.advanced')}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack pt="sm">
          <HeadersField form={form} />
          <NumberInput
            label={t('webhooks:form.timeout')}
            description={t('webhooks:form.timeoutHint')}
            suffix={` ${t('webhooks:form.seconds')}`}
            allowDecimal={false}
            allowNegative={false}
            styles={NARROW}
            data-testid="endpoint-timeout"
            {...form.getInputProps('timeoutSeconds')}
          />
          <NumberInput
            label={t('webhooks:form.rateLimit')}
            description={t('webhooks:form.rateLimitHint')}
            suffix={` ${t('webhooks:form.perSecond')}`}
            placeholder={t('webhooks:form.noLimit')}
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
