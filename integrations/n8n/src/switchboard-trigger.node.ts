import { createHmac, timingSafeEqual } from 'node:crypto';
import { EVENTS } from './generated.ts';
import type { HookFunctions, Item, WebhookFunctions } from './n8n.ts';
import { SwitchboardApiError, send } from './request.ts';

const TOLERANCE_SECONDS = 5 * 60;

/** The trigger node: adds a webhook endpoint when its workflow is activated, and removes it afterwards. */
export class SwitchboardTrigger {
  description = {
    displayName: 'Switchboard Trigger',
    name: 'switchboardTrigger',
    icon: 'file:switchboard.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in a Switchboard workspace',
    defaults: { name: 'Switchboard Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'switchboardApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: EVENTS,
        default: ['message.received'],
        required: true,
        description: 'The events that start the workflow',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: HookFunctions): Promise<boolean> {
        const { endpointId, url, secret } = this.getWorkflowStaticData('node');
        if (typeof endpointId !== 'string' || !secret || url !== this.getNodeWebhookUrl('default'))
          return false;
        const endpoint = await endpointOf(this, endpointId);
        // Another endpoint would lose the events that this one holds.
        if (endpoint?.state === 'disabled')
          throw new Error(
            `Switchboard has disabled the endpoint of this workflow. Enable it in the dashboard under Developers → Outbound Webhooks, and activate the workflow again. ${endpoint.stateReason ?? ''}`.trim(),
          );
        return endpoint !== null;
      },
      async create(this: HookFunctions): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default');
        const events = this.getNodeParameter('events');
        const endpoint = await send(this, {
          method: 'POST',
          path: '/webhook-endpoints',
          body: { url, events },
        });
        Object.assign(this.getWorkflowStaticData('node'), {
          endpointId: endpoint.id,
          secret: endpoint.secret,
          url,
        });
        return true;
      },
      async delete(this: HookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData('node');
        const { endpointId } = stored;
        for (const name of ['endpointId', 'secret', 'url']) delete stored[name];
        if (typeof endpointId !== 'string' || (await endpointOf(this, endpointId)) === null) return true;
        await send(this, { method: 'DELETE', path: `/webhook-endpoints/${encodeURIComponent(endpointId)}` });
        return true;
      },
    },
  };

  async webhook(this: WebhookFunctions): Promise<{ workflowData?: Item[][]; noWebhookResponse?: boolean }> {
    const { rawBody, headers } = this.getRequestObject();
    const { secret } = this.getWorkflowStaticData('node');
    const body = Buffer.isBuffer(rawBody) ? rawBody : Buffer.from(rawBody);
    if (!isSigned(body, headers, String(secret ?? ''))) {
      this.getResponseObject().status(401).send('The signature is not valid.');
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: JSON.parse(body.toString('utf8')) }]] };
  }
}

interface Endpoint {
  state: string;
  stateReason: string | null;
}

/** Returns the endpoint; null when it was deleted. */
async function endpointOf(node: HookFunctions, id: string): Promise<Endpoint | null> {
  try {
    return await send(node, { method: 'GET', path: `/webhook-endpoints/${encodeURIComponent(id)}` });
  } catch (error) {
    if (error instanceof SwitchboardApiError && error.code === 'webhook_endpoint_not_found') return null;
    throw error;
  }
}

/** Whether a request is signed with the secret as Standard Webhooks defines it, and at most five minutes old. */
function isSigned(
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
  secret: string,
): boolean {
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  );
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0 || !/^\d+$/.test(sentAt ?? '')) return false;
  if (Math.abs(Date.now() / 1_000 - Number(sentAt)) > TOLERANCE_SECONDS) return false;
  const digest = createHmac('sha256', key).update(`${id}.${sentAt}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  return (signatures ?? '').split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
