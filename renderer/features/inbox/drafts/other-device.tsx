import { Button } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import type { DraftContent } from '../../../../shared/contract/inbox/drafts.contract.ts';
import { formatAgoInWords } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { parseTemplateDraft } from '../../../lib/template-pick.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { readDraftContent } from '../composer/drafts.store.ts';
import classes from '../outbox/newer-answer.module.css';
import { resolveDraftConflict, useDraftConflicts } from './draft-sync.ts';

/** Above the composer: the person has changed the same draft on another device, and chooses one of the two. */
export function OtherDevice({ conversationId }: { conversationId: string }) {
  const there = useDraftConflicts((conflicts) => conflicts[conversationId]);
  const now = useNow();
  if (!there) return null;
  const here = textOf(readDraftContent(conversationId));
  return (
    <section className={classes.card} role="alert" data-testid="draft-conflict">
      <p className={classes.title}>
        <IconDevices size={16} aria-hidden="true" />
        {t('inbox:otherDevice.title', { ago: formatAgoInWords(there.updatedAt, now) })}
      </p>
      <dl className={classes.texts}>
        <div>
          <dt>{t('inbox:otherDevice.there')}</dt>
          <dd dir="auto">{textOf(there.content)}</dd>
        </div>
        <div>
          <dt>{t('inbox:otherDevice.here')}</dt>
          <dd dir="auto">{here}</dd>
        </div>
      </dl>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          onClick={() => resolveDraftConflict(conversationId, 'there')}
          data-testid="use-other-draft"
        >
          {t('inbox:otherDevice.use')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => resolveDraftConflict(conversationId, 'here')}
          data-testid="keep-draft"
        >
          {t('inbox:otherDevice.keep')}
        </Button>
      </div>
    </section>
  );
}

function textOf({ reply, note, template }: DraftContent): string {
  return [reply, note, parseTemplateDraft(template)?.name ?? ''].filter((text) => text !== '').join('\n');
}
