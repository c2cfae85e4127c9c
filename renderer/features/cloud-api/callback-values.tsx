import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { CloudApi } from '../../../shared/contract/cloud-api.contract.ts';
import { api } from '../../lib/api.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { takeCloudApi } from './cloud-api.queries.ts';
import classes from './steps/steps.module.css';

/** The two values that the platform is given, to copy. */
export function CallbackValues({ callback }: { callback: CloudApi['callback'] }) {
  const [isAsking, setAsking] = useState(false);
  const confirmed = useConfirmed(
    async () => takeCloudApi(await api.cloudApi.renewVerifyToken({})),
    () => setAsking(false),
  );
  return (
    <>
      <Value label="Callback address" value={callback.url} testId="callback-url" />
      <div>
        <Value label="Verify token" value={callback.verifyToken} testId="verify-token" />
        <Button
          variant="subtle"
          size="compact-sm"
          mt={6}
          leftSection={<IconRefresh size={15} />}
          onClick={() => setAsking(true)}
          data-testid="verify-token-renew"
        >
          Make a new token
        </Button>
      </div>
      {callback.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <ConfirmModal
        opened={isAsking}
        title="Make a new verify token?"
        confirmLabel="Make a new one"
        {...confirmed}
      >
        <Text>
          The present token is refused from then on. Messages go on arriving; the platform asks for the new
          one when the callback address is saved there the next time.
        </Text>
      </ConfirmModal>
    </>
  );
}

function Value({ label, value, testId }: { label: string; value: string; testId: string }) {
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <div className={classes.value}>
        <code data-testid={testId}>{value}</code>
        <CopyButton value={value} size="xs" />
      </div>
    </div>
  );
}
