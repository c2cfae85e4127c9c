import { useEffect } from 'react';
import { currentLanguage, t } from '../../../../lib/i18n.ts';
import classes from '../assist.module.css';
import { Findings, Refused } from '../findings.tsx';
import { ModelLine } from '../model-line.tsx';
import { useText } from '../use-text.ts';

/** The translation of a message, under its own words. Nothing sends it. */
export function MessageTranslation({ messageId }: { messageId: string }) {
  const { asked, ask } = useText();
  const language = currentLanguage();
  useEffect(() => void ask({ kind: 'message', messageId, language }), [ask, messageId, language]);
  if (asked.noText) return <ModelLine why={asked.noText} />;
  // A text that was refused is not read either: what has arrived of it disappears.
  const text = asked.done ? asked.done.text : asked.written;
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return (
    <div className={classes.translation} lang={language} dir="auto" data-testid="message-translation">
      <small>{t('assist-text:translate.shown', { language: name })}</small>
      {text || (asked.done ? null : t('assist-text:write.reading'))}
      <Refused done={asked.done} />
      {asked.done && <Findings findings={asked.done.findings} of="message" />}
    </div>
  );
}
