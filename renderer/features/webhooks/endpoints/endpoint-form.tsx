import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { merged } from '../../../lib/forms/merged.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { storeEndpoint } from '../webhooks.queries.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import {
  bodyOf,
  changesOf,
  ENDPOINT_FIELDS,
  type EndpointValues,
  errorsOf,
  valuesOf,
} from './endpoint-values.ts';
import { EventsField } from './events-field.tsx';
import { UrlField } from './url-field.tsx';

/** A new endpoint with its secret. */
export interface NewEndpoint {
  endpoint: WebhookEndpoint;
  secret: string;
  /** Whether to send a test event immediately. */
  isTested: boolean;
}

/** The form for the settings of an endpoint. Null creates a new one. */
export function EndpointForm({
  endpoint,
  onCreated,
  onSaved,
  onCancel,
}: {
  endpoint: WebhookEndpoint | null;
  onCreated?: (made: NewEndpoint) => void;
  onSaved?: () => void;
  onCancel?: () => void;
}) {
  const [pressed, setPressed] = useState<'save' | 'test'>('save');
  // What the fields began with. An open page fetches the endpoint again: compared with what a colleague has stored
  // since, every field that they have changed would look like a change to undo it.
  const [begun, setBegun] = useState(endpoint);
  const form = useForm<EndpointValues>({ initialValues: valuesOf(endpoint), validate: errorsOf });
  const saving = useMutation(save, { form, fields: ENDPOINT_FIELDS });
  const pending = saving.isPending ? pressed : null;

  async function save({ values, isTested }: { values: EndpointValues; isTested: boolean }): Promise<void> {
    if (begun === null) {
      const made = await api.webhookEndpoints.create({ body: bodyOf(values) });
      storeEndpoint(made.endpoint);
      onCreated?.({ ...made, isTested });
      return;
    }
    const body = changesOf(begun, values);
    if (Object.keys(body).length > 0) {
      const changed = await api.webhookEndpoints.update({ params: { id: begun.id }, body });
      storeEndpoint(changed);
      setBegun(changed);
      // What was typed since stays.
      form.setValues((now) => merged(now, values, valuesOf(changed)));
    }
    onSaved?.();
  }

  const submit = (isTested: boolean) =>
    form.onSubmit((values) => {
      setPressed(isTested ? 'test' : 'save');
      saving.mutate({ values, isTested });
    });
  return (
    <form onSubmit={submit(endpoint === null)} noValidate data-testid="endpoint-form">
      <Stack>
        <UrlField
          input={form.getInputProps('url')}
          stored={endpoint?.url ?? null}
          isFocused={endpoint === null}
        />
        <TextInput
          label={t('webhooks:form.description')}
          description={t('webhooks:form.descriptionHint')}
          autoComplete="off"
          data-testid="endpoint-description"
          {...form.getInputProps('description')}
        />
        <EventsField
          value={form.values.events}
          error={form.errors.events}
          onChange={(events) => form.setFieldValue('events', events)}
        />
        <AdvancedFields form={form} />
        <MutationError mutation={saving} />
        <Group justify="flex-end" mt="xs" gap="sm">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('actions.cancel')}
            </Button>
          )}
          {endpoint === null ? (
            <>
              <Button
                variant="default"
                loading={pending === 'save'}
                disabled={pending === 'test'}
                onClick={() => submit(false)()}
                data-testid="endpoint-submit"
              >
                {t('webhooks:form.create')}
              </Button>
              <Button
                type="submit"
                loading={pending === 'test'}
                disabled={pending === 'save'}
                data-testid="endpoint-submit-test"
              >
                {t('webhooks:form.createAndTest')}
              </Button>
            </>
          ) : (
            <Button type="submit" loading={pending !== null} data-testid="endpoint-submit">
              {t('actions.save')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
