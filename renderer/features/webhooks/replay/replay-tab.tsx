import { Trans } from 'react-i18next';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ReplayCard } from './replay-card.tsx';
import classes from './replay-tab.module.css';

/** Resends failed deliveries and sends missing events, by default since the current problem started. */
export function ReplayTab({ endpoint }: { endpoint: WebhookEndpoint }) {
  const since = endpoint.failingSince ?? (endpoint.state === 'active' ? null : endpoint.stateSince);
  const params = { id: endpoint.id };
  return (
    <>
      <Notice tone="quiet">
        <Trans t={t} i18nKey="webhooks:replay.note" components={{ code: <code /> }} />
      </Notice>
      <div className={classes.columns}>
        <ReplayCard
          kind="failed"
          title={t('webhooks:replay.failed.title')}
          since={since}
          state={endpoint.state}
          button={t('webhooks:replay.failed.action')}
          onReplay={(body) => api.webhookDeliveries.resendFailed({ params, body })}
        >
          {t('webhooks:replay.failed.text')}
        </ReplayCard>
        <ReplayCard
          kind="missing"
          title={t('webhooks:replay.missing.title')}
          since={since}
          state={endpoint.state}
          button={t('webhooks:replay.missing.action')}
          onReplay={(body) => api.webhookDeliveries.sendMissing({ params, body })}
        >
          {t('webhooks:replay.missing.text')}
        </ReplayCard>
      </div>
    </>
  );
}
