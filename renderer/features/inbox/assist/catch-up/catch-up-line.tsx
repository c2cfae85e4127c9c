import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CatchUp } from '../../../../../shared/contract/assist/assist-text.ts';
import { useAssistMode } from '../../../../lib/assist-settings.ts';
import { formatClock } from '../../../../lib/format/format.ts';
import { currentLanguage, t } from '../../../../lib/i18n.ts';
import { useInbox } from '../../inbox-context.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { useThreads } from '../../thread/store/threads.store.ts';
import { showMessage } from '../../thread/use-open-thread.ts';
import classes from '../assist.module.css';
import { LineQuote } from '../assist-line.tsx';
import { countFor, oncePerPage } from '../count-for.ts';
import { ModelLine, modelOptions, useHasModel, useIsOffered } from '../model-line.tsx';
import { useText } from '../use-text.ts';

const once = oncePerPage();
/** Shorter conversations are read faster than their summary. */
const MESSAGES_FROM = 15;

/** Offers a summary of a long conversation to a person who is new to it or returns after a day. */
export function CatchUpLine({ conversationId }: { conversationId: string }) {
  const { session } = useInbox();
  const isOn = useAssistMode('catchUp') === 'on';
  const isLong = useThreads((threads) => (threads[conversationId]?.messages.length ?? 0) > MESSAGES_FROM);
  const isAssigned = useConversations(
    (state) => state.byId[conversationId]?.assignee?.id === session.user.id,
  );
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (!isLong) return;
    setOffered(isOfferedNow(conversationId, session.user.id, isAssigned));
    return () => noteVisit(conversationId, session.user.id, isAssigned);
  }, [conversationId, session.user.id, isLong, isAssigned]);
  if (!isOn || !isOffered) return null;
  return <Offer key={conversationId} conversationId={conversationId} onDismiss={() => setOffered(false)} />;
}

function Offer({ conversationId, onDismiss }: { conversationId: string; onDismiss(): void }) {
  const { asked, ask, stop } = useText();
  const { catchUp } = asked;
  const isWriting = asked.phase === 'writing';
  const hasModel = useHasModel();
  // Without one that is good enough, the messages that say most are the summary.
  const isSummary = useIsOffered('catchUp') && hasModel;
  const model = useQuery(modelOptions()).data?.model ?? '';
  const isKnown = model !== '' && isSummary;
  const isThere = catchUp !== null;
  const count = (outcome: 'shown' | 'unedited' | 'dismissed') =>
    once(`${outcome} ${conversationId}`, () =>
      countFor(conversationId, 'catchUp', {
        outcome,
        language: currentLanguage() === 'en' ? 'en' : 'pt',
        model,
      }),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each is counted once.
  useEffect(() => {
    if (isKnown) count('shown');
    if (isKnown && isThere) count('unedited');
  }, [isKnown, isThere]);
  function dismiss(): void {
    if (isKnown && !isThere) count('dismissed');
    onDismiss();
  }
  return (
    <section
      className={classes.line}
      aria-label={t('assist-text:catchUp.title')}
      data-testid="assist-catch-up"
    >
      <div>
        {catchUp ? (
          <Summary conversationId={conversationId} catchUp={catchUp} />
        ) : (
          <span>
            {isWriting
              ? t('assist-text:catchUp.reading')
              : t(`assist-text:catchUp.${isSummary ? 'offer' : 'offerMessages'}`)}
          </span>
        )}
        {asked.noText && (!catchUp || asked.noText.state === 'language') && <ModelLine why={asked.noText} />}
      </div>
      {!catchUp && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            isWriting ? stop() : void ask({ kind: 'catchUp', conversationId, language: currentLanguage() })
          }
          data-testid="assist-catch-up-show"
        >
          {isWriting
            ? t('assist-text:write.stop')
            : t(`assist-text:catchUp.${isSummary ? 'show' : 'showMessages'}`)}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t('assist-text:catchUp.dismiss')} onClick={dismiss} />
    </section>
  );
}

function Summary({ conversationId, catchUp }: { conversationId: string; catchUp: CatchUp }) {
  const parts = [
    ['wants', catchUp.wants ? [catchUp.wants] : []],
    ['said', catchUp.said],
    ['open', catchUp.open],
  ] as const;
  return (
    <>
      <ul className={classes.parts} data-testid="assist-summary">
        {parts.map(
          ([part, lines]) =>
            lines.length > 0 && (
              <li key={part}>
                <h3>{t(`assist-text:catchUp.parts.${part}`)}</h3>
                {lines.map(({ messageId, text }) => (
                  <div key={`${messageId} ${text}`}>
                    <LineQuote onClick={() => void showMessage(conversationId, messageId)}>{text}</LineQuote>
                  </div>
                ))}
              </li>
            ),
        )}
      </ul>
      <p className={classes.meta}>
        {t('assist-text:catchUp.asOf', { time: formatClock(catchUp.asOf) })}
        {catchUp.isExtract && ` · ${t('assist-text:catchUp.extract')}`}
      </p>
    </>
  );
}

/** When this person last left each conversation, on this device: it says whom a summary helps. */
const STORED_AS = 'switchboard.visits';
const AWAY_MS = 24 * 3_600_000;
const KEPT_MAX = 300;

type Visits = Record<string, { at: number; wasMine: boolean }>;

/**
 * Returns whether a person may have lost the thread: they see the conversation for the first time, return after a day, or
 * it was given to them since.
 */
function isOfferedNow(conversationId: string, userId: string, isMine: boolean): boolean {
  const visit = read()[keyOf(conversationId, userId)];
  return !visit || Date.now() - visit.at > AWAY_MS || (isMine && !visit.wasMine);
}

/** Notes that a person has had a conversation open. The oldest visits are forgotten. */
function noteVisit(conversationId: string, userId: string, wasMine: boolean): void {
  const visits = { ...read(), [keyOf(conversationId, userId)]: { at: Date.now(), wasMine } };
  const newest = Object.entries(visits)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, KEPT_MAX);
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // A full or closed storage only means one offer too many.
  }
}

function read(): Visits {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as Visits;
  } catch {
    return {};
  }
}

function keyOf(conversationId: string, userId: string): string {
  return `${userId} ${conversationId}`;
}
