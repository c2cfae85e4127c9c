import { Anchor } from '@mantine/core';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useArrival } from '../arrival.store.ts';
import { numberWords } from '../channel-words.ts';
import { Proven } from '../proven.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useStep } from '../use-step.ts';
import type { StepProps } from './step-props.ts';
import classes from './steps.module.css';

/** The whole way, seen: something arrives, then a message. */
export function ProofStep({
  cloudApi,
  onNext,
  onBack,
  onSkip,
  onOpenConversation,
  phonePageUrl,
}: StepProps & { onOpenConversation: (id: string) => void; phonePageUrl: string | null }) {
  const { arrival } = useArrival();
  const work = useStep();
  const event = cloudApi.checks.find(({ name }) => name === 'event');
  const hasEvent = event?.succeededAt != null;
  const number = cloudApi.number ? numberWords(cloudApi.number) : 'your number';
  return (
    <StepFrame
      title="Write to your number"
      lead={
        <>
          Take a phone that is not the business’s and send “hi” to <strong>{number}</strong>.
          {phonePageUrl !== null && (
            <>
              {' '}
              Here the{' '}
              <Anchor href={phonePageUrl} target="_blank" rel="noreferrer">
                test phone
              </Anchor>{' '}
              does it.
            </>
          )}
        </>
      }
      submitLabel="Finish"
      isBusy={work.isBusy}
      isOff={arrival === null && !hasEvent}
      problem={work.problem}
      onSubmit={() => work.run(onNext)}
      onBack={onBack}
      onSkip={arrival === null && !hasEvent ? onSkip : null}
    >
      <Proven state={hasEvent ? 'done' : 'waiting'} testId="event-proof">
        {hasEvent && event?.succeededAt ? (
          <>
            A signed event has arrived <RelativeTime time={event.succeededAt} inWords />: the App Secret fits.
          </>
        ) : (
          'Waiting for a signed event. In the app’s dashboard, “Test” beside the field messages sends one, too.'
        )}
      </Proven>
      <Proven state={arrival === null ? 'waiting' : 'done'} testId="message-proof">
        {arrival === null ? (
          `Waiting for a message to ${number}.`
        ) : (
          <>
            <strong dir="auto">{arrival.from}</strong> has written:
            <br />
            <span className={classes.message} dir="auto">
              {arrival.words}
            </span>
            <br />
            <Anchor
              component="button"
              type="button"
              mt={8}
              size="sm"
              onClick={() => onOpenConversation(arrival.conversationId)}
              data-testid="open-conversation"
            >
              Answer it in the inbox
            </Anchor>
          </>
        )}
      </Proven>
      {!hasEvent && (
        <p className={classes.hint}>
          Nothing comes? Then the app is still in development mode (switch it to Live), its Webhook is not
          subscribed to the field messages, or the number’s callback address leads to another system.
        </p>
      )}
    </StepFrame>
  );
}
