import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconMasksTheater, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Rehearsal } from '../../../shared/contract/inbox/rehearsals.contract.ts';
import { api } from '../../lib/api/api.ts';
import { asApiError, sentenceOf } from '../../lib/api/api-error.ts';
import { formatCount, formatSpan } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { CustomerResult, responseTime } from './customer-result.tsx';
import classes from './rehearsal.module.css';
import { noteRehearsal, rehearsalOptions } from './rehearsal.queries.ts';
import { RehearsalState } from './rehearsal-state.tsx';
import { RemoveRehearsal } from './remove-rehearsal.tsx';

/** A rehearsal: what its customers do while it runs, and what came of each conversation. */
export function RehearsalPage() {
  const { rehearsalId } = useParams({ strict: false }) as { rehearsalId: string };
  const query = useQuery(rehearsalOptions(rehearsalId));
  const rehearsal = query.data;
  return (
    <PageFrame
      title={rehearsal ? nameOf(rehearsal) : t('rehearsals:title')}
      above={<BackLink to="/settings/rehearsals">{t('rehearsals:title')}</BackLink>}
      lead={rehearsal && <Lead rehearsal={rehearsal} />}
      actions={rehearsal && <Actions rehearsal={rehearsal} />}
    >
      {query.error && !rehearsal ? (
        <Card>
          <Problem error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : (
        <Stack>
          {rehearsal?.ended === 'number_changed' && (
            <Notice tone="warn">{t('rehearsals:numberChanged')}</Notice>
          )}
          {rehearsal ? <Figures rehearsal={rehearsal} /> : <Skeleton height={84} />}
          {rehearsal
            ? rehearsal.customers.map((customer) => (
                <CustomerResult key={customer.script} customer={customer} isRunning={rehearsal.isRunning} />
              ))
            : [0, 1, 2].map((row) => <Skeleton key={row} height={120} />)}
        </Stack>
      )}
    </PageFrame>
  );
}

function nameOf({ members }: Rehearsal): string {
  const names = members.map(({ name }) => name).join(', ') || t('rehearsals:formerMember');
  return t('rehearsals:of', { names });
}

function Lead({ rehearsal }: { rehearsal: Rehearsal }) {
  const { language, pace, isRunning, endsAt } = rehearsal;
  const now = useNow();
  const left = new Date(endsAt).getTime() - now;
  return (
    <Group gap="sm" mt={8}>
      <RehearsalState rehearsal={rehearsal} />
      <span>{t(`rehearsals:languages.${language}`)}</span>
      <span>{t('rehearsals:withPace', { pace: t(`rehearsals:paces.${pace}`) })}</span>
      {isRunning && left > 0 && <span>{t('rehearsals:timeLeft', { time: formatSpan(left) })}</span>}
    </Group>
  );
}

function Actions({ rehearsal: { id, isRunning } }: { rehearsal: Rehearsal }) {
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const stopping = useMutation(() => api.rehearsals.stop({ params: { id } }), {
    onSuccess: (stopped) => {
      noteRehearsal(stopped);
      setStopping(false);
    },
  });
  return (
    <>
      {isRunning ? (
        <>
          <Button component={Link} to="/inbox" variant="filled" data-testid="rehearsal-inbox">
            {t('rehearsals:toInbox')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={18} />}
            onClick={() => setStopping(true)}
            data-testid="rehearsal-stop"
          >
            {t('rehearsals:stop.button')}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          leftSection={<IconTrash size={18} />}
          onClick={() => setRemoving(true)}
          data-testid="rehearsal-remove"
        >
          {t('rehearsals:remove.confirm')}
        </Button>
      )}
      <ConfirmModal
        opened={isStopping}
        title={t('rehearsals:stop.title')}
        confirmLabel={t('rehearsals:stop.confirm')}
        mutation={stopping}
        onClose={() => setStopping(false)}
      >
        <Text>{t('rehearsals:stop.text')}</Text>
      </ConfirmModal>
      <RemoveRehearsal
        id={isRemoving ? id : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate({ to: '/settings/rehearsals' })}
      />
    </>
  );
}

/** The figures of the rehearsal as a whole. */
function Figures({ rehearsal: { customers } }: { rehearsal: Rehearsal }) {
  const reached = customers.filter(({ outcome }) => outcome === 'reached').length;
  const first = customers.flatMap(({ firstResponseSeconds }) => firstResponseSeconds ?? []);
  const average = first.length === 0 ? null : first.reduce((sum, one) => sum + one, 0) / first.length;
  const count = (of: (one: (typeof customers)[number]) => number) =>
    customers.reduce((sum, one) => sum + of(one), 0);
  const figures = [
    ['reached', `${formatCount(reached)} / ${formatCount(customers.length)}`],
    ['firstResponse', average === null ? '–' : responseTime(average)],
    ['answers', formatCount(count(({ answers }) => answers))],
    ['findings', formatCount(count(({ findings }) => findings.length))],
  ] as const;
  return (
    <Card>
      <dl className={classes.figures}>
        {figures.map(([name, value]) => (
          <div key={name} data-testid={`rehearsal-${name}`}>
            <dt>{t(`rehearsals:figures.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (asApiError(error).code === 'rehearsal_not_found')
    return (
      <EmptyState icon={<IconMasksTheater size={26} stroke={1.6} />} title={t('rehearsals:missing.title')}>
        {t('rehearsals:missing.text')}
      </EmptyState>
    );
  return <ErrorState title={t('rehearsals:oneNotLoaded')} message={sentenceOf(error)} onRetry={onRetry} />;
}
