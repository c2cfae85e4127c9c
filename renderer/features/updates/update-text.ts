import type { UpdateState } from '../../../shared/ipc/shapes.ts';
import { formatAgoInWords } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { translateSentence } from '../../lib/translate-sentence.ts';

/** Returns the state of the update as a sentence. */
export function updateText({ running, phase }: UpdateState, now: number): string {
  switch (phase.kind) {
    case 'off':
      return t('updates:off', { reason: translateSentence(phase.reason) });
    case 'idle':
      return phase.checkedAt === null
        ? t('updates:notChecked')
        : t('updates:newest', { ago: formatAgoInWords(phase.checkedAt, now) });
    case 'checking':
      return t('updates:checking');
    case 'downloading':
      return t('updates:downloading', { version: phase.version, percent: Math.floor(phase.percent) });
    case 'ready':
      return t('updates:readyWhileRunning', { version: phase.version, running });
    case 'failed':
      return translateSentence(phase.message);
  }
}
