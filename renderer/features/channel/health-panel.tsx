import { IconBell, IconRefresh } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { type CloudApi, SETUP_STEPS } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { WhatsAppManagerLink } from '../../ui/links/whatsapp-manager-link.tsx';
import { MutationButton } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { CallbackValues } from './callback-values.tsx';
import { CheckRow } from './check-row.tsx';
import { storeCloudApi } from './cloud-api.queries.ts';
import { ConnectionCard } from './connection-card.tsx';
import classes from './health-panel.module.css';
import { openSteps } from './setup-steps.ts';

/** The health of a connected number: its state, each check, and the webhook values. */
export function HealthPanel({
  cloudApi,
  onChangeCredentials,
  onSetUp,
}: {
  cloudApi: CloudApi;
  onChangeCredentials: () => void;
  onSetUp: () => void;
}) {
  const { checks, notices, callback } = cloudApi;
  const open = openSteps(cloudApi);
  const checking = useMutation(async () => storeCloudApi(await api.cloudApi.check({})));
  return (
    <div className={classes.panel} data-testid="channel-health">
      {open.length > 0 && (
        <Notice tone="quiet">
          {t('channel:health.skipped', { count: open.length, total: SETUP_STEPS.length })}{' '}
          <button type="button" className={classes.link} onClick={onSetUp}>
            {t('channel:health.completeSetup')}
          </button>
        </Notice>
      )}
      <ConnectionCard cloudApi={cloudApi} onChangeCredentials={onChangeCredentials} />
      {notices.length > 0 && (
        <Card>
          <div className={classes.head}>
            <h2 className={classes.title}>{t('channel:notices.title')}</h2>
          </div>
          <ul className={classes.checks} data-testid="platform-notices">
            {notices.map((notice) => (
              <NoticeRow key={`${notice.at} ${notice.about} ${notice.words}`} notice={notice} />
            ))}
          </ul>
        </Card>
      )}
      <Card>
        <div className={classes.head}>
          <h2 className={classes.title}>{t('channel:health.checks')}</h2>
          <MutationButton
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={15} />}
            mutation={checking}
            data-testid="check-again"
          >
            {t('channel:health.checkAgain')}
          </MutationButton>
        </div>
        {checking.error !== null && (
          <div className={classes.problem}>
            <Notice tone="bad">{checking.error}</Notice>
          </div>
        )}
        <ul className={classes.checks}>
          {checks
            .filter(({ name, failedAt }) => name !== 'standing' || failedAt !== null)
            .map((check) => (
              <CheckRow key={check.name} check={check} />
            ))}
        </ul>
      </Card>
      <Card padded>
        <h2 className={classes.title}>{t('channel:health.webhook')}</h2>
        <div className={classes.values}>
          <CallbackValues callback={callback} />
        </div>
      </Card>
    </div>
  );
}

/** What the platform has reported, when, and what to do about it. */
function NoticeRow({ notice: { at, about, words } }: { notice: CloudApi['notices'][number] }) {
  return (
    <li className={classes.check} data-testid={`notice-${about}`}>
      <IconBell className={classes.icon} size={20} aria-hidden />
      <span>{t(`channel:notices.about.${about}`)}</span>
      <span className={classes.when}>
        <RelativeTime time={at} inWords />
      </span>
      <div className={classes.advice}>
        {words !== '' && (
          <div className={classes.words} dir="auto">
            {words}
          </div>
        )}
        <Trans
          t={t}
          i18nKey={`channel:notices.todo.${about}`}
          components={{ manager: <WhatsAppManagerLink /> }}
        />
      </div>
    </li>
  );
}
