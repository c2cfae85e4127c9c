import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconUrgent } from '@tabler/icons-react';
import type { Conversation } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { ASKED_AGAIN_FROM, isUrgent } from '../../../../../shared/domain/assist/urgency.ts';
import { useAssistMode } from '../../../../lib/assist-settings.ts';
import { currentLanguage, t } from '../../../../lib/i18n.ts';
import { Tip } from '../../../../ui/overlays/tip.tsx';
import classes from './conversation-marks.module.css';

interface Mark {
  kind: 'urgent' | 'thanks' | 'language';
  text: string;
  /** What it means: why a conversation is urgent, the name of a language. */
  hint: string;
}

/** Returns the marks of a conversation, as this person reads them; none unless the feature is on. */
function useMarks({ marks }: Conversation): Mark[] {
  const mode = useAssistMode('marks');
  if (mode !== 'on' || !marks) return [];
  const { urgentWord, askedCount, isOnlyThanks, language } = marks;
  const shown: Mark[] = [];
  if (isUrgent(marks)) {
    const reasons = [
      ...(urgentWord === null ? [] : [t('inbox:marks.contains', { word: urgentWord })]),
      ...(askedCount < ASKED_AGAIN_FROM ? [] : [t('inbox:marks.asked', { count: askedCount })]),
    ];
    shown.push({ kind: 'urgent', text: t('inbox:marks.urgent'), hint: reasons.join(' · ') });
  }
  if (isOnlyThanks)
    shown.push({ kind: 'thanks', text: t('inbox:marks.thanks'), hint: t('inbox:marks.thanksHint') });
  const mine = currentLanguage();
  if (language !== null && language.slice(0, 2) !== mine.slice(0, 2)) {
    const name = new Intl.DisplayNames([mine], { type: 'language' }).of(language) ?? language;
    const hint = t('inbox:marks.language', { language: name });
    shown.push({ kind: 'language', text: language.slice(0, 2).toUpperCase(), hint });
  }
  return shown;
}

/** The marks in a row of the list: each with its reason for the mouse and for screen readers. */
export function RowConversationMarks({ conversation }: { conversation: Conversation }) {
  return useMarks(conversation).map(({ kind, text, hint }) => (
    <Tip key={kind} label={hint}>
      <span className={classes.mark} data-kind={kind} data-testid={`mark-${kind}`}>
        {text}
        <VisuallyHidden>{hint}</VisuallyHidden>
      </span>
    </Tip>
  ));
}

/**
 * The marks beside the name of the open conversation: with the mouse, the keyboard or a touch they say why. On a phone, the
 * name needs the room: there is a sign for urgent, and nothing else.
 */
export function HeaderConversationMarks({ conversation }: { conversation: Conversation }) {
  return useMarks(conversation).map(({ kind, text, hint }) => (
    <Tooltip key={kind} label={hint} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
      <UnstyledButton
        className={classes.mark}
        data-place="header"
        data-kind={kind}
        aria-label={`${text}: ${hint}`}
        data-testid={`header-mark-${kind}`}
      >
        <IconUrgent className={classes.icon} size={18} aria-hidden="true" />
        <span className={classes.text}>{text}</span>
      </UnstyledButton>
    </Tooltip>
  ));
}
