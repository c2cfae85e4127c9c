import type { z } from 'zod';
import {
  type CreateWebhookEndpoint,
  CreateWebhookEndpointSchema,
  type UpdateWebhookEndpoint,
  type WebhookEndpoint,
} from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import {
  DEFAULT_EVENT_TYPES,
  type WebhookSubscription,
} from '../../../../shared/domain/webhooks/webhook-values.ts';
import { capitalised } from '../../../lib/forms/form-errors.ts';
import { changedFields } from '../../../lib/forms/merged.ts';
import { t } from '../../../lib/i18n.ts';
import { randomId } from '../../../lib/random-id.ts';

/** A header in the form. The value of a `kept` header is unknown and stays unless it is retyped. */
export interface HeaderValue {
  key: string;
  name: string;
  value: string;
  isKept: boolean;
}

/** The values of the endpoint form. */
export interface EndpointValues {
  /** The URL that the stored header values belong to; null for a new endpoint. */
  storedUrl: string | null;
  url: string;
  description: string;
  events: WebhookSubscription[];
  headers: HeaderValue[];
  timeoutSeconds: number | string;
  maxPerSecond: number | string;
}

export const ENDPOINT_FIELDS = [
  'url',
  'description',
  'events',
  'headers',
  'timeoutSeconds',
  'maxPerSecond',
] as const;

const RULES = CreateWebhookEndpointSchema.shape;

/** Returns an empty header. */
export function newHeader(): HeaderValue {
  return { key: randomId(), name: '', value: '', isKept: false };
}

/** Returns the initial values of the form: those of the endpoint, or the defaults of a new one. */
export function valuesOf(endpoint: WebhookEndpoint | null): EndpointValues {
  return {
    storedUrl: endpoint?.url ?? null,
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    events: endpoint?.events ?? [...DEFAULT_EVENT_TYPES],
    headers: (endpoint?.headers ?? []).map(({ name }) => ({ key: name, name, value: '', isKept: true })),
    timeoutSeconds: endpoint?.timeoutSeconds ?? 15,
    maxPerSecond: endpoint?.maxPerSecond ?? '',
  };
}

/**
 * Whether the URL leads to another host than the stored one. The server never sends stored header values there, so
 * they must be entered again.
 */
export function isNewHost({ storedUrl, url }: Pick<EndpointValues, 'storedUrl' | 'url'>): boolean {
  if (storedUrl === null || !URL.canParse(url.trim())) return false;
  return new URL(url.trim()).origin !== new URL(storedUrl).origin;
}

/** Returns the request body for the values of the form. */
export function bodyOf(values: EndpointValues): CreateWebhookEndpoint {
  return {
    url: values.url.trim(),
    description: values.description,
    events: values.events,
    headers: values.headers.map(({ name, value, isKept }) => ({
      name,
      ...(!(isKept && value === '') && { value }),
    })),
    timeoutSeconds: Number(values.timeoutSeconds),
    maxPerSecond: values.maxPerSecond === '' ? null : Number(values.maxPerSecond),
  };
}

/** Returns only what differs, so that saving does not undo another person's changes. */
export function changesOf(endpoint: WebhookEndpoint, values: EndpointValues): UpdateWebhookEndpoint {
  return changedFields(bodyOf(values), bodyOf(valuesOf(endpoint)));
}

/** Returns the form's errors by field, such as `headers.0.name`, with the messages of the contract. */
export function errorsOf(values: EndpointValues): Record<string, string> {
  const errors: Record<string, string> = {};
  const body = bodyOf(values);
  if (body.url === '') errors.url = t('webhooks:form.urlMissing');
  for (const field of ENDPOINT_FIELDS) {
    for (const issue of RULES[field].safeParse(body[field]).error?.issues ?? []) {
      errors[nameOf(field, issue)] ??= capitalised(issue.message);
    }
  }
  values.headers.forEach(({ name, value, isKept }, index) => {
    if (name.trim() === '') errors[`headers.${index}.name`] = t('webhooks:form.headerNameMissing');
    if ((!isKept || isNewHost(values)) && value === '')
      errors[`headers.${index}.value`] = t('webhooks:form.headerValueMissing');
  });
  if (values.timeoutSeconds === '') errors.timeoutSeconds = t('webhooks:form.timeoutMissing');
  return errors;
}

function nameOf(field: string, { path }: z.core.$ZodIssue): string {
  return field === 'headers' ? [field, ...path].join('.') : field;
}
