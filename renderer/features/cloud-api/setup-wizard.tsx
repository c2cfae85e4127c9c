import { Button } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useState } from 'react';
import type { CloudApi, SetupStep } from '../../../shared/contract/cloud-api.contract.ts';
import { api } from '../../lib/api.ts';
import { formatFull } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { takeCloudApi } from './cloud-api.queries.ts';
import { STEPS, stepAfter, stepBefore } from './setup-steps.ts';
import classes from './setup-wizard.module.css';
import { StepList } from './step-list.tsx';
import { AccountStep } from './steps/account-step.tsx';
import { AppStep } from './steps/app-step.tsx';
import { CallbackStep } from './steps/callback-step.tsx';
import { CodeStep } from './steps/code-step.tsx';
import { NumberStep } from './steps/number-step.tsx';
import { ProofStep } from './steps/proof-step.tsx';
import { RegisterStep } from './steps/register-step.tsx';
import type { StepProps } from './steps/step-props.ts';
import { SubscribeStep } from './steps/subscribe-step.tsx';
import { TokenStep } from './steps/token-step.tsx';
import { useEscape } from './use-escape.ts';
import { useStep } from './use-step.ts';

export interface SetupWizardProps {
  cloudApi: CloudApi;
  step: SetupStep;
  phonePageUrl: string | null;
  onLeave: () => void;
  onOpenConversation: (id: string) => void;
}

/** Connecting a number, a question at a time. Where it stands is on the server: any computer goes on from there. */
export function SetupWizard({ cloudApi, step, phonePageUrl, onLeave, onOpenConversation }: SetupWizardProps) {
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const moving = useStep();
  useEscape(onLeave);

  const goTo = async (to: SetupStep | null, skipped?: SetupStep): Promise<void> =>
    takeCloudApi(await api.cloudApi.setStep({ body: { step: to, ...(skipped && { skipped }) } }));
  const before = stepBefore(step);
  const props: StepProps = {
    cloudApi,
    onDone: takeCloudApi,
    onNext: () => goTo(stepAfter(step)),
    onBack: before && (() => moving.run(() => goTo(before))),
    onSkip: STEPS[step].maySkip ? () => moving.run(() => goTo(stepAfter(step), step)) : null,
  };
  const temporary = temporaryToken(cloudApi, warnings);

  return (
    <div className={classes.wizard} data-testid="setup-wizard">
      <aside className={classes.side}>
        <StepList cloudApi={cloudApi} current={step} onGo={(to) => moving.run(() => goTo(to))} />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconClockPause size={16} />}
          className={classes.leave}
          onClick={onLeave}
          data-testid="setup-leave"
        >
          Finish later
        </Button>
      </aside>
      <div className={classes.main}>
        {temporary !== null && (
          <div className={classes.warning}>
            <Notice tone="warn">{temporary}</Notice>
          </div>
        )}
        {moving.problem !== null && (
          <div className={classes.warning}>
            <Notice tone="bad">{moving.problem}</Notice>
          </div>
        )}
        <Card>
          {step === 'app' && <AppStep {...props} />}
          {step === 'token' && <TokenStep {...props} onWarnings={setWarnings} />}
          {step === 'account' && <AccountStep {...props} />}
          {step === 'number' && <NumberStep {...props} />}
          {step === 'code' && <CodeStep {...props} />}
          {step === 'register' && <RegisterStep {...props} />}
          {step === 'callback' && <CallbackStep {...props} />}
          {step === 'subscribe' && <SubscribeStep {...props} />}
          {step === 'proof' && (
            <ProofStep {...props} phonePageUrl={phonePageUrl} onOpenConversation={onOpenConversation} />
          )}
        </Card>
      </div>
    </div>
  );
}

/** Said until the token is another: it works today, and one day it will not. */
function temporaryToken({ tokenExpiresAt }: CloudApi, warnings: readonly string[]): string | null {
  const [warning] = warnings;
  if (warning !== undefined) return `The access token ${warning}`;
  if (tokenExpiresAt === null) return null;
  return `The access token ends on ${formatFull(tokenExpiresAt)}, and sending stops then. Make a permanent one for a system user.`;
}
