import { Button } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useState } from 'react';
import type { CloudApi, SetupStep } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { api } from '../../lib/api/api.ts';
import { formatFull } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { storeCloudApi } from './cloud-api.queries.ts';
import { isByHand, isNumberFirst, placeAt, STEPS, stepAfter, stepBefore } from './setup-steps.ts';
import classes from './setup-wizard.module.css';
import { StepList } from './step-list.tsx';
import { AccountStep } from './steps/account-step.tsx';
import { AppStep } from './steps/app-step.tsx';
import { ByHandStep } from './steps/by-hand-step.tsx';
import { CallbackStep } from './steps/callback-step.tsx';
import { CodeStep } from './steps/code-step.tsx';
import { CredentialsStep } from './steps/credentials-step.tsx';
import { NumberStep } from './steps/number-step.tsx';
import { ProofStep } from './steps/proof-step.tsx';
import { RegisterStep } from './steps/register-step.tsx';
import type { StepProps } from './steps/step-props.ts';
import { SubscribeStep } from './steps/subscribe-step.tsx';
import { TokenStep } from './steps/token-step.tsx';
import { useEscape } from './use-escape.ts';

export interface SetupWizardProps {
  cloudApi: CloudApi;
  step: SetupStep;
  phonePageUrl: string | null;
  onLeave: () => void;
  onOpenConversation: (id: string) => void;
}

/** Connects a number step by step. The server stores the progress, so setup can continue on any computer. */
export function SetupWizard({ cloudApi, step, phonePageUrl, onLeave, onOpenConversation }: SetupWizardProps) {
  const [isTemporary, setTemporary] = useState(false);
  const moving = useMutation(goTo);
  useEscape(onLeave);

  const before = stepBefore(step, cloudApi);
  const byHand = isByHand(step, cloudApi);
  const after = stepAfter(step, cloudApi);
  const props: StepProps = {
    cloudApi,
    onDone: storeCloudApi,
    onNext: () => goTo({ step: after }),
    onBack: before && (() => moving.mutate({ step: before })),
    onSkip: STEPS[step].maySkip || byHand ? () => moving.mutate({ step: after, skipped: step }) : null,
  };
  const temporary = temporaryToken(cloudApi, isTemporary);

  return (
    <div className={classes.wizard} data-testid="setup-wizard">
      <aside className={classes.side}>
        <StepList
          cloudApi={cloudApi}
          current={step}
          onGo={(to) => moving.mutate(placeAt(to, step, cloudApi))}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconClockPause size={16} />}
          className={classes.leave}
          onClick={onLeave}
          data-testid="setup-leave"
        >
          {t('channel:setup.finishLater')}
        </Button>
      </aside>
      <div className={classes.main}>
        {temporary !== null && (
          <div className={classes.warning}>
            <Notice tone="warn">{temporary}</Notice>
          </div>
        )}
        {moving.error !== null && (
          <div className={classes.warning}>
            <Notice tone="bad">{moving.error}</Notice>
          </div>
        )}
        <Card>
          {byHand && <ByHandStep {...props} isPending={moving.isPending} step={step} />}
          {step === 'app' &&
            (isNumberFirst(cloudApi) ? <CredentialsStep {...props} /> : <AppStep {...props} />)}
          {step === 'token' && <TokenStep {...props} onTemporary={setTemporary} />}
          {step === 'account' && <AccountStep {...props} />}
          {step === 'number' && !byHand && <NumberStep {...props} />}
          {step === 'code' && !byHand && <CodeStep {...props} />}
          {step === 'register' && !byHand && <RegisterStep {...props} />}
          {step === 'callback' && <CallbackStep {...props} />}
          {step === 'subscribe' && !byHand && <SubscribeStep {...props} />}
          {step === 'proof' && (
            <ProofStep {...props} phonePageUrl={phonePageUrl} onOpenConversation={onOpenConversation} />
          )}
        </Card>
      </div>
    </div>
  );
}

async function goTo(body: { step: SetupStep | null; skipped?: SetupStep }): Promise<void> {
  storeCloudApi(await api.cloudApi.setStep({ body }));
}

/** Returns the warning about a token that expires, shown until it is replaced; null without one. */
function temporaryToken({ tokenExpiresAt }: CloudApi, isTemporary: boolean): string | null {
  if (isTemporary) return t('channel:setup.tokenTemporary');
  return tokenExpiresAt && t('channel:setup.tokenExpires', { date: formatFull(tokenExpiresAt) });
}
