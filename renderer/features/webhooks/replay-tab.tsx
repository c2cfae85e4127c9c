import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { api } from '../../lib/api.ts';
import { Notice } from '../../ui/notice.tsx';
import { ReplayCard } from './replay-card.tsx';
import classes from './replay-tab.module.css';

/** What to send again or after all. Times start where the trouble did, if there is one. */
export function ReplayTab({ endpoint }: { endpoint: WebhookEndpoint }) {
  const since = endpoint.failingSince ?? (endpoint.state === 'active' ? null : endpoint.stateSince);
  const params = { id: endpoint.id };
  return (
    <>
      <Notice tone="quiet">
        Your receiver may get duplicates: know them by <code>webhook-id</code>, which is the same each time.
      </Notice>
      <div className={classes.columns}>
        <ReplayCard
          kind="failed"
          title="What has failed"
          since={since}
          state={endpoint.state}
          button="Resend failed"
          onReplay={(body) => api.webhookDeliveries.resendFailed({ params, body })}
        >
          One attempt more, at once, for each delivery of this time that has failed, with the webhook-id and
          the body it had before.
        </ReplayCard>
        <ReplayCard
          kind="missing"
          title="What was never sent"
          since={since}
          state={endpoint.state}
          button="Send missing"
          onReplay={(body) => api.webhookDeliveries.sendMissing({ params, body })}
        >
          Events of the last 7 days that this endpoint was never sent: from before it was there, or dropped
          while it was paused.
        </ReplayCard>
      </div>
    </>
  );
}
