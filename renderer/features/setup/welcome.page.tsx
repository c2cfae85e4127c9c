import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Welcome } from '../../../shared/contract/welcome.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { NotLoadedState } from '../../ui/error-state.tsx';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import classes from './welcome.module.css';
import { doneSteps, stepsOf, storeWelcome, welcomeOptions } from './welcome.queries.ts';

type Step = keyof Welcome['steps'];

/** The pages on which the steps are done, except the first, which is done here. */
const PAGES = {
  number: '/settings/cloud-api',
  colleague: '/settings/people',
  contacts: '/contacts',
  key: '/settings/api-keys',
} as const;

/** Contacts come from a file at first; later the page is where they are. */
function pageOf(step: keyof typeof PAGES, isDone: boolean) {
  return step === 'contacts' && !isDone ? '/contacts/import' : PAGES[step];
}

/** The first steps of a new workspace. The server says which are done. */
export function WelcomePage({ workspace, onConnected }: { workspace: string; onConnected: () => void }) {
  // Colleagues and the test phone change the steps without an event.
  const welcome = useQuery({ ...welcomeOptions(), staleTime: 0, refetchInterval: 5_000 });
  const { data } = welcome;
  const hiding = useMutation(async () =>
    storeWelcome(await api.welcome.change({ body: { isHidden: !data?.isHidden } })),
  );
  return (
    <PageFrame
      title={t('setup:welcome.title', { workspace })}
      lead={
        data
          ? t('setup:welcome.lead', { done: doneSteps(data), total: stepsOf(data).length })
          : t('setup:welcome.leadLoading')
      }
      actions={
        data && (
          <MutationButton variant="default" mutation={hiding} data-testid="welcome-hide">
            {t(data.isHidden ? 'setup:welcome.show' : 'setup:welcome.hide')}
          </MutationButton>
        )
      }
    >
      <MutationError mutation={hiding} />
      {welcome.error && !data ? (
        <NotLoadedState title={t('setup:welcome.loadFailed')} query={welcome} isFramed />
      ) : (
        <ol className={classes.steps} aria-busy={!data}>
          {stepsOf(data).map((step) => (
            <StepCard key={step} step={step} welcome={data} onConnected={onConnected} />
          ))}
        </ol>
      )}
    </PageFrame>
  );
}

function StepCard({
  step,
  welcome,
  onConnected,
}: {
  step: Step;
  welcome: Welcome | undefined;
  onConnected: () => void;
}) {
  const isDone = welcome?.steps[step] ?? false;
  const Icon = isDone ? IconCircleCheckFilled : IconCircleDashed;
  return (
    <li className={classes.step} data-done={isDone || undefined} data-testid={`welcome-${step}`}>
      <Icon className={classes.tick} size={24} stroke={1.6} aria-hidden="true" />
      <div className={classes.text}>
        <h2 className={classes.title}>
          {t(`setup:welcome.steps.${step}.title`)}
          {isDone && <span className={classes.done}>{t('setup:welcome.done')}</span>}
        </h2>
        <p className={classes.hint}>{t(`setup:welcome.steps.${step}.text`)}</p>
      </div>
      <div className={classes.action}>
        {!welcome ? null : step === 'testPhone' ? (
          <TestPhone welcome={welcome} onConnected={onConnected} />
        ) : step === 'number' && welcome.hasTestNumber ? (
          <ReplaceNumber />
        ) : (
          <Button
            component={Link}
            to={pageOf(step, isDone)}
            variant="default"
            data-testid={`welcome-go-${step}`}
          >
            {t(`setup:welcome.steps.${step}.${isDone ? 'again' : 'action'}`)}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Opens a test number, and then leads to its phone and to the inbox. */
function TestPhone({ welcome, onConnected }: { welcome: Welcome; onConnected: () => void }) {
  const opening = useMutation(() => api.welcome.openTestPhone({}), {
    onSuccess: (next) => {
      storeWelcome(next);
      onConnected();
    },
  });
  if (welcome.phonePageUrl !== null) {
    return (
      <Group gap="xs">
        {isReachable(welcome.phonePageUrl) ? (
          <Button
            component="a"
            href={welcome.phonePageUrl}
            target="_blank"
            rel="noreferrer"
            data-testid="welcome-phone"
          >
            {t('setup:welcome.openPhone')}
          </Button>
        ) : (
          <Text size="sm">{t('setup:welcome.openPhoneThere', { url: welcome.phonePageUrl })}</Text>
        )}
        <Anchor component={Link} to="/inbox" size="sm">
          {t('setup:welcome.openInbox')}
        </Anchor>
      </Group>
    );
  }
  if (welcome.steps.number) return null;
  return (
    <div>
      <MutationButton mutation={opening} data-testid="welcome-open-phone">
        {t('setup:welcome.steps.testPhone.action')}
      </MutationButton>
      <MutationError mutation={opening} />
    </div>
  );
}

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Returns whether this computer can open the page of the phone, which is on the server's own for safety. */
function isReachable(phonePageUrl: string): boolean {
  return !LOCAL.test(new URL(phonePageUrl).hostname) || LOCAL.test(window.location.hostname);
}

/** Asks before the form for a real number opens, because that number takes the place of the test number. */
function ReplaceNumber() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const going = useMutation(() => navigate({ to: PAGES.number }));
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)} data-testid="welcome-go-number">
        {t('setup:welcome.steps.number.action')}
      </Button>
      <ConfirmModal
        opened={isOpen}
        title={t('setup:welcome.replace.title')}
        confirmLabel={t('setup:welcome.replace.confirm')}
        isHarmless
        mutation={going}
        onClose={() => setOpen(false)}
      >
        {t('setup:welcome.replace.text')}
      </ConfirmModal>
    </>
  );
}
