import { Button, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { ReplyProposal } from '../../../../../shared/contract/assist/reply-proposals.contract.ts';
import { api, queries } from '../../../../lib/api/api.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { formatCount } from '../../../../lib/format/format.ts';
import { useMutation } from '../../../../lib/forms/use-mutation.ts';
import { t } from '../../../../lib/i18n.ts';
import { Card } from '../../../../ui/card.tsx';
import { ConfirmModal } from '../../../../ui/confirm-modal.tsx';
import { NotLoaded } from '../../../../ui/error-state.tsx';
import { MutationError } from '../../../../ui/mutation-button.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import classes from './proposed-replies.module.css';

/** How often the page asks whether a round that was requested is over, should its event be lost. */
const LOOKING_MS = 2_000;

/** Returns the query for the proposals of the workspace. */
export const proposalsOptions = () => queries.replyProposals.list.queryOptions({ input: {} });

/** Fetches the proposals again, after a change. */
export function refreshProposals(): void {
  void queryClient.invalidateQueries({ queryKey: queries.replyProposals.key() });
}

/** Saved replies that are proposed, with the questions behind each; nothing where the feature is off or tested. */
export function ProposedReplies({ onAccept }: { onAccept(proposal: ReplyProposal): void }) {
  const titleId = useId();
  const list = useQuery({
    ...proposalsOptions(),
    refetchInterval: ({ state }) => (state.data?.isLooking ? LOOKING_MS : false),
  });
  const [dismissed, setDismissed] = useState<ReplyProposal | null>(null);
  if (list.error && !list.data)
    return <NotLoaded title={t('saved-replies:proposals.loadError')} query={list} className={classes.part} />;
  if (list.data?.mode !== 'on') return null;
  const { data: proposals, isLooking } = list.data;
  return (
    <section className={classes.part} aria-labelledby={titleId} data-testid="reply-proposals">
      <div className={classes.head}>
        <Title order={2} id={titleId}>
          {t('saved-replies:proposals.title')}
        </Title>
        <LookNow isLooking={isLooking} />
      </div>
      <Text className={classes.hint} size="sm">
        {t(`saved-replies:proposals.${proposals.length > 0 ? 'hint' : 'none'}`)}
      </Text>
      {proposals.length > 0 && (
        <Card>
          <ul className={classes.list}>
            {proposals.map((proposal) => (
              <Proposal
                key={proposal.id}
                proposal={proposal}
                onAccept={() => onAccept(proposal)}
                onDismiss={() => setDismissed(proposal)}
              />
            ))}
          </ul>
        </Card>
      )}
      <DismissProposal proposal={dismissed} onClose={() => setDismissed(null)} />
    </section>
  );
}

function LookNow({ isLooking }: { isLooking: boolean }) {
  const looking = useMutation(() => api.replyProposals.look({}), { onSuccess: refreshProposals });
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={looking.isPending || isLooking}
        onClick={() => looking.mutate()}
        data-testid="reply-proposals-look"
      >
        {t('saved-replies:proposals.look')}
      </Button>
      <MutationError mutation={looking} />
    </>
  );
}

function Proposal({
  proposal: { name, content, answers, contacts, model, questions },
  onAccept,
  onDismiss,
}: {
  proposal: ReplyProposal;
  onAccept(): void;
  onDismiss(): void;
}) {
  const [isOpen, setOpen] = useState(false);
  const questionsId = useId();
  const times = t('saved-replies:proposals.times', { count: answers });
  const customers = t('saved-replies:proposals.customers', {
    count: contacts,
    number: formatCount(contacts),
  });
  return (
    <li className={classes.proposal} data-testid="reply-proposal">
      <div className={classes.words}>
        <h3 className={classes.name} dir="auto">
          {name}
        </h3>
        <p className={classes.text} dir="auto">
          {content}
        </p>
        <p className={classes.meta}>
          {t('saved-replies:proposals.basis', { times, customers })}
          {model !== '' && ` ${t('saved-replies:proposals.worded', { model })}`}
        </p>
        {questions.length > 0 && (
          <Button
            className={classes.toggle}
            variant="subtle"
            size="compact-xs"
            leftSection={isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
            aria-expanded={isOpen}
            aria-controls={questionsId}
            onClick={() => setOpen(!isOpen)}
            data-testid="reply-proposal-questions"
          >
            {t('saved-replies:proposals.questions')}
          </Button>
        )}
        {isOpen && (
          <ul id={questionsId} className={classes.questions}>
            {questions.map(({ messageId, conversationId, contactName, text, at }) => (
              <li key={messageId} data-testid="reply-proposal-question">
                <Link
                  to="/inbox/{-$conversationId}"
                  params={{ conversationId }}
                  search={{ message: messageId }}
                  dir="auto"
                >
                  {text === '' ? t('saved-replies:proposals.noText') : text}
                </Link>
                <span className={classes.meta}>
                  <bdi>{contactName}</bdi> · <RelativeTime time={at} inWords />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes.actions}>
        <Button
          size="compact-md"
          aria-label={t('saved-replies:proposals.acceptNamed', { name })}
          onClick={onAccept}
          data-testid="reply-proposal-accept"
        >
          {t('saved-replies:proposals.accept')}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          aria-label={t('saved-replies:proposals.dismissNamed', { name })}
          onClick={onDismiss}
          data-testid="reply-proposal-dismiss"
        >
          {t('saved-replies:proposals.dismiss')}
        </Button>
      </div>
    </li>
  );
}

function DismissProposal({ proposal, onClose }: { proposal: ReplyProposal | null; onClose(): void }) {
  const dismissing = useMutation(
    async () => {
      if (proposal) await api.replyProposals.dismiss({ params: { id: proposal.id } });
    },
    {
      onSuccess: () => {
        refreshProposals();
        onClose();
      },
    },
  );
  return (
    <ConfirmModal
      opened={proposal !== null}
      title={t('saved-replies:proposals.dismissTitle', { name: proposal?.name ?? '' })}
      confirmLabel={t('saved-replies:proposals.dismiss')}
      mutation={dismissing}
      onClose={onClose}
    >
      <Text>{t('saved-replies:proposals.dismissText')}</Text>
    </ConfirmModal>
  );
}
