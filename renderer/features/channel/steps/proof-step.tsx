import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useArrival } from '../arrival.store.ts';
import { numberText } from '../channel-text.ts';
import { StepFrame } from '../step-frame.tsx';
import { StepProof } from '../step-proof.tsx';
import type { StepProps } from './step-props.ts';
import classes from './steps.module.css';

/** Proves the connection: an event arrives, then a message. */
export function ProofStep({
  cloudApi,
  onNext,
  onBack,
  onSkip,
  onOpenConversation,
  phonePageUrl,
}: StepProps & { onOpenConversation: (id: string) => void; phonePageUrl: string | null }) {
  const { arrival: newest } = useArrival();
  // One from before may have come to another number.
  const [before] = useState(newest);
  const arrival = newest === before ? null : newest;
  const moving = useMutation(onNext);
  const event = cloudApi.checks.find(({ name }) => name === 'event');
  const hasEvent = event?.succeededAt != null;
  const number = cloudApi.number ? numberText(cloudApi.number) : t('channel:yourNumber');
  return (
    <StepFrame
      title={t('channel:steps.proof.title')}
      lead={
        phonePageUrl === null ? (
          <Trans t={t} i18nKey="channel:steps.proof.lead" values={{ number }} />
        ) : (
          <Trans
            t={t}
            i18nKey="channel:steps.proof.leadWithPhone"
            values={{ number }}
            components={{ phone: <Anchor href={phonePageUrl} target="_blank" rel="noreferrer" /> }}
          />
        )
      }
      submitLabel={t('channel:steps.proof.finish')}
      isPending={moving.isPending}
      isDisabled={arrival === null && !hasEvent}
      error={moving.error}
      onSubmit={() => moving.mutate()}
      onBack={onBack}
      onSkip={arrival === null && !hasEvent ? onSkip : null}
    >
      <StepProof state={hasEvent ? 'done' : 'waiting'} testId="event-proof">
        {hasEvent && event?.succeededAt ? (
          <Trans
            t={t}
            i18nKey="channel:steps.proof.eventArrived"
            components={{ time: <RelativeTime time={event.succeededAt} inWords /> }}
          />
        ) : (
          t('channel:steps.proof.eventWaiting')
        )}
      </StepProof>
      <StepProof state={arrival === null ? 'waiting' : 'done'} testId="message-proof">
        {arrival === null ? (
          <Trans t={t} i18nKey="channel:steps.proof.messageWaiting" values={{ number }} />
        ) : (
          <>
            <Trans
              t={t}
              i18nKey="channel:steps.proof.wrote"
              values={{ name: arrival.from }}
              components={{ name: <strong dir="auto" /> }}
            />
            <br />
            <span className={classes.message} dir="auto">
              {arrival.text}
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
              {t('channel:steps.proof.reply')}
            </Anchor>
          </>
        )}
      </StepProof>
      {!hasEvent && <p className={classes.hint}>{t('channel:steps.proof.help')}</p>}
    </StepFrame>
  );
}
