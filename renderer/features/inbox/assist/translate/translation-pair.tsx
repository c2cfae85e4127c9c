import { Button } from '@mantine/core';
import type { AssistTextEvent } from '../../../../../shared/contract/assist/assist-text.ts';
import { currentLanguage, t } from '../../../../lib/i18n.ts';
import classes from '../assist.module.css';
import { Findings } from '../findings.tsx';

/** A person's text beside what the model made of it, before either goes anywhere. */
export function TranslationPair({
  task,
  before,
  done,
  onTake,
}: {
  task: 'words' | 'translate';
  before: string;
  done: Extract<AssistTextEvent, { is: 'done' }>;
  onTake(text: string): void;
}) {
  const text = done.text ?? '';
  const name =
    done.language && new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(done.language);
  return (
    <>
      <div className={classes.body}>
        <div className={classes.pair} data-testid="assist-pair">
          <div>
            <h3>{t(`assist-text:${task}.mine`)}</h3>
            <p className={classes.text} dir="auto">
              {before}
            </p>
          </div>
          <div>
            <h3>{name ?? t('assist-text:words.message')}</h3>
            <p
              className={classes.text}
              dir="auto"
              lang={done.language ?? undefined}
              data-testid="assist-result"
            >
              {text}
            </p>
          </div>
        </div>
        <Findings findings={done.findings} />
      </div>
      <div className={classes.foot}>
        <p className={classes.hint}>{t('assist-text:write.notSent')}</p>
        <Button size="compact-sm" onClick={() => onTake(text)} data-testid="assist-take">
          {t(`assist-text:${task}.take`)}
        </Button>
      </div>
    </>
  );
}
