import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { CloudApi } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { translateSentence } from '../../lib/translate-sentence.ts';
import { CopyButton } from '../../ui/code/copy-button.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { storeCloudApi } from './cloud-api.queries.ts';
import classes from './steps/steps.module.css';

/** The two values to copy to the platform. */
export function CallbackValues({ callback }: { callback: CloudApi['callback'] }) {
  const [isAsking, setAsking] = useState(false);
  const renewing = useMutation(async () => storeCloudApi(await api.cloudApi.renewVerifyToken({})), {
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <Value label={t('channel:callback.url')} value={callback.url} testId="callback-url" />
      <div>
        <Value label={t('channel:callback.token')} value={callback.verifyToken} testId="verify-token" />
        <Button
          variant="subtle"
          size="compact-sm"
          mt={6}
          leftSection={<IconRefresh size={15} />}
          onClick={() => setAsking(true)}
          data-testid="verify-token-renew"
        >
          {t('channel:callback.renew')}
        </Button>
      </div>
      {callback.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {translateSentence(warning)}
        </Notice>
      ))}
      <ConfirmModal
        opened={isAsking}
        title={t('channel:callback.renewTitle')}
        confirmLabel={t('channel:callback.renewConfirm')}
        mutation={renewing}
        onClose={() => setAsking(false)}
      >
        <Text>{t('channel:callback.renewText')}</Text>
      </ConfirmModal>
    </>
  );
}

function Value({ label, value, testId }: { label: string; value: string; testId: string }) {
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <div className={classes.value}>
        <code dir="ltr" data-testid={testId}>
          {value}
        </code>
        <CopyButton value={value} size="xs" />
      </div>
    </div>
  );
}
