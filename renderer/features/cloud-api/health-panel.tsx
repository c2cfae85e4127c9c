import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { CloudApi } from '../../../shared/contract/cloud-api.contract.ts';
import { api } from '../../lib/api.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CallbackValues } from './callback-values.tsx';
import { CheckRow } from './check-row.tsx';
import { takeCloudApi } from './cloud-api.queries.ts';
import { ConnectionCard } from './connection-card.tsx';
import classes from './health-panel.module.css';

/** How a connected number is: its state, each check, and the values that it hangs on. */
export function HealthPanel({
  cloudApi,
  warnings,
  onChangeCredentials,
  onSetUp,
}: {
  cloudApi: CloudApi;
  /** What Save & Verify found good for now. */
  warnings: readonly string[];
  onChangeCredentials: () => void;
  onSetUp: () => void;
}) {
  const { setup, checks, callback } = cloudApi;
  const looking = useDeed(async () => takeCloudApi(await api.cloudApi.check({})));
  return (
    <div className={classes.panel} data-testid="channel-health">
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {setup.skipped.length > 0 && (
        <Notice tone="quiet">
          Some steps were skipped: {setup.skipped.length} of 9.{' '}
          <button type="button" className={classes.link} onClick={onSetUp}>
            Go through them now
          </button>
        </Notice>
      )}
      <ConnectionCard cloudApi={cloudApi} onChangeCredentials={onChangeCredentials} />
      <Card>
        <div className={classes.head}>
          <h2 className={classes.title}>Checks</h2>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={15} />}
            loading={looking.isBusy}
            onClick={looking.run}
            data-testid="check-again"
          >
            Check again
          </Button>
        </div>
        {looking.problem !== null && (
          <div className={classes.problem}>
            <Notice tone="bad">{looking.problem}</Notice>
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
        <h2 className={classes.title}>Where the platform sends messages</h2>
        <div className={classes.values}>
          <CallbackValues callback={callback} />
        </div>
      </Card>
    </div>
  );
}
