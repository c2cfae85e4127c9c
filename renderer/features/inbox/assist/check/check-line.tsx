import { Button } from '@mantine/core';
import { IconAlertTriangle, IconEyeCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CheckFinding } from '../../../../../shared/domain/assist/text/check.ts';
import { assistOptions } from '../../../../lib/assist-settings.ts';
import { t } from '../../../../lib/i18n.ts';
import { ownerOf } from '../../../../lib/offline/offline-cache.ts';
import { useDrafts } from '../../composer/drafts.store.ts';
import { setSendCheck } from '../../composer/send-check.ts';
import { useInbox } from '../../inbox-context.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { useTiles } from '../../media/tray.store.ts';
import { AssistLine } from '../assist-line.tsx';
import { checkText, forgetWarning, lookUpAhead, noteMode, recallMode, useWarnings } from './text-check.ts';

/** How long a pause in writing is: then the server is asked whose data the text has. */
const PAUSE_MS = 400;

/** What was noticed when the person wanted to send, with the way back and, unless it blocks, the way on. */
export function CheckLine({ conversationId }: { conversationId: string }) {
  const warning = useWarnings((warnings) => warnings[conversationId]);
  const owner = ownerOf(useInbox().session);
  const mode = useQuery(assistOptions()).data?.modes.check;
  const hasFiles = useTiles(conversationId).length > 0;
  const text = useDrafts((state) => state.byConversation[conversationId] ?? '');
  const name = useConversations((state) => state.byId[conversationId]?.contact.name ?? '');

  useEffect(() => {
    recallMode(owner);
    setSendCheck(checkText);
    return () => setSendCheck(null);
  }, [owner]);
  useEffect(() => {
    if (mode !== undefined) noteMode(owner, conversationId, mode);
  }, [owner, conversationId, mode]);
  useEffect(() => {
    const timer = setTimeout(() => lookUpAhead(conversationId, text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [conversationId, text]);
  // A missing file may be attached by now.
  const findings = warning?.findings.filter(({ kind }) => kind !== 'attachment' || !hasFiles) ?? [];
  const isOutdated = warning !== undefined && (warning.text !== text.trim() || findings.length === 0);
  useEffect(() => {
    if (isOutdated) forgetWarning(conversationId);
  }, [conversationId, isOutdated]);

  if (!warning || isOutdated) return null;
  const blocking = findings.filter(({ isBlocking }) => isBlocking);
  const shown = blocking.length > 0 ? blocking : findings;
  const sentences = [...new Set(shown.map((finding) => sentenceOf(finding, warning.text, name)))];
  const goBack = () => {
    if (blocking.length === 0) forgetWarning(conversationId);
    select(text, warning.text, shown[0]);
  };
  return (
    <AssistLine
      tone={blocking.length > 0 ? 'bad' : 'warn'}
      icon={blocking.length > 0 ? <IconAlertTriangle size={16} /> : <IconEyeCheck size={16} />}
      testId="text-check"
      buttons={
        <>
          {blocking.length === 0 && (
            <Button size="compact-sm" onClick={warning.send} data-testid="text-check-send">
              {t('assist-lines:check.sendAnyway')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={goBack} data-testid="text-check-back">
            {t(blocking.length > 0 ? 'assist-lines:check.show' : 'assist-lines:check.back')}
          </Button>
        </>
      }
    >
      {sentences.join(' ')}
    </AssistLine>
  );
}

function sentenceOf({ kind, start, end }: CheckFinding, text: string, name: string): string {
  const words = text.slice(start, end);
  if (kind === 'placeholder') return t('assist-lines:check.placeholder', { words });
  if (kind === 'leak') return t('assist-lines:check.leak', { words });
  if (kind === 'wrong_name') return t('assist-lines:check.wrongName', { words, name });
  if (kind === 'new_fact') return t('assist-lines:check.newFact', { words });
  return t(kind === 'attachment' ? 'assist-lines:check.attachment' : 'assist-lines:check.window');
}

/** Selects the words that a finding is about, in the composer. */
function select(draft: string, checked: string, finding: CheckFinding | undefined): void {
  const field = document.querySelector<HTMLTextAreaElement>('[data-testid="composer"]');
  const from = draft.indexOf(checked) + (finding?.start ?? 0);
  field?.focus();
  if (finding && finding.kind !== 'window')
    field?.setSelectionRange(from, from + finding.end - finding.start);
}
