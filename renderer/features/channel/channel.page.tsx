import { Button, Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import type { CloudApi, SetupStep } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { NotLoadedState } from '../../ui/error-state.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ChannelWelcome } from './channel-welcome.tsx';
import { cloudApiOptions, storeCloudApi } from './cloud-api.queries.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { HealthPanel } from './health-panel.tsx';
import { openSteps } from './setup-steps.ts';
import { SetupWizard } from './setup-wizard.tsx';

/** Connects the number of the workspace, and shows its state. */
export function ChannelPage({
  session,
  onOpenInbox,
}: {
  session: Session;
  /** Opens the list when no conversation is given. */
  onOpenInbox: (conversationId?: string) => void;
}) {
  const [isForm, setForm] = useState(false);
  const channel = useChannelData();
  const { data } = channel;
  const beginning = useMutation(async (step: SetupStep) =>
    storeCloudApi(await api.cloudApi.setStep({ body: { step } })),
  );
  const isConnected = data !== undefined && data.credentials.savedAt !== null;

  const begin = () => beginning.mutate(firstStep(data));

  return (
    <PageFrame
      title={t('channel:title')}
      lead={t('channel:lead', { workspace: session.workspace.name })}
      actions={
        isConnected &&
        data.setup.step === null && (
          <Button variant="default" onClick={begin} loading={beginning.isPending} data-testid="setup-again">
            {t('channel:setupAgain')}
          </Button>
        )
      }
    >
      <MutationError mutation={beginning} />
      {data === undefined ? (
        <NotLoadedState
          title={t('channel:loadFailed')}
          query={channel}
          isFramed
          waiting={
            <Stack aria-busy="true">
              <Skeleton height={180} radius="lg" />
              <Skeleton height={320} radius="lg" />
            </Stack>
          }
        />
      ) : data.setup.step !== null ? (
        <SetupWizard
          cloudApi={data}
          step={data.setup.step}
          phonePageUrl={session.workspace.channel.phonePageUrl}
          onLeave={() => onOpenInbox()}
          onOpenConversation={onOpenInbox}
        />
      ) : isConnected ? (
        <HealthPanel cloudApi={data} onChangeCredentials={() => setForm(true)} onSetUp={begin} />
      ) : (
        <ChannelWelcome
          onSetUp={begin}
          onNumberFirst={() => beginning.mutate('number')}
          onForm={() => setForm(true)}
        />
      )}
      <Modal
        opened={isForm && data !== undefined}
        onClose={() => setForm(false)}
        size="lg"
        title={isConnected ? t('channel:changeCredentials') : t('channel:enterCredentials')}
      >
        {data && (
          <CredentialsForm cloudApi={data} onCancel={() => setForm(false)} onSaved={() => setForm(false)} />
        )}
      </Modal>
    </PageFrame>
  );
}

/** Polls while a step waits for a request from the platform. */
function useChannelData() {
  const [isWatching, setWatching] = useState(false);
  const query = useQuery(cloudApiOptions(isWatching));
  const step = query.data?.setup.step ?? null;
  const shouldWatch = step === 'callback' || step === 'proof';
  if (shouldWatch !== isWatching) setWatching(shouldWatch);
  return query;
}

/** Returns the first step: a connected workspace continues with the first skipped one that is still to be done. */
function firstStep(data: CloudApi | undefined): SetupStep {
  return (data && openSteps(data)[0]) ?? 'app';
}
