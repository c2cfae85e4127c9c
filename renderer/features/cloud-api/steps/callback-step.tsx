import { RelativeTime } from '../../../ui/relative-time.tsx';
import { CallbackValues } from '../callback-values.tsx';
import { Proven } from '../proven.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useStep } from '../use-step.ts';
import type { StepProps } from './step-props.ts';
import classes from './steps.module.css';

/** Where the platform sends what customers write. */
export function CallbackStep({ cloudApi, onNext, onBack, onSkip }: StepProps) {
  const check = cloudApi.checks.find(({ name }) => name === 'callback');
  const work = useStep();
  const isProven = check?.succeededAt != null && check.fault === null;
  return (
    <StepFrame
      title="Tell the platform where messages go"
      lead="Customers’ messages and delivery receipts are sent to this workspace’s own address."
      isBusy={work.isBusy}
      isOff={!isProven}
      problem={work.problem}
      onSubmit={() => work.run(onNext)}
      onBack={onBack}
      onSkip={isProven ? null : onSkip}
    >
      <ol className={classes.how}>
        <li>In the app’s dashboard open Configuration, and Edit beside Webhook.</li>
        <li>Paste both values, then press “Verify and save”.</li>
        <li>
          Below it subscribe to the field <code>messages</code>; also to{' '}
          <code>message_template_status_update</code>, <code>phone_number_quality_update</code> and{' '}
          <code>account_update</code>, to see those here.
        </li>
      </ol>
      <CallbackValues callback={cloudApi.callback} />
      {check?.fault ? (
        <Proven state="failed" testId="callback-proof">
          {check.fault.message}
        </Proven>
      ) : isProven && check?.succeededAt ? (
        <Proven state="done" testId="callback-proof">
          The platform has verified the address <RelativeTime time={check.succeededAt} inWords />.
        </Proven>
      ) : (
        <Proven state="waiting" testId="callback-proof">
          Waiting for the platform to ask. This line changes by itself; the next step can also set the address
          for you, so you may skip this one.
        </Proven>
      )}
    </StepFrame>
  );
}
