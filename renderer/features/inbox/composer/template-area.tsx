import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { t } from '../../../lib/i18n.ts';
import { parseTemplateDraft } from '../../../lib/template-pick.ts';
import { useInbox } from '../inbox-context.ts';
import { useConversations } from '../list/conversations.store.ts';
import { sendTemplate } from '../outbox/outbox.actions.ts';
import { ModeTabs } from './composer-mode.tsx';
import { saveTemplateDraft, useTemplateDrafts } from './drafts.store.ts';
import { ScheduleMenu } from './schedule-menu.tsx';
import classes from './template-area.module.css';
import { closeTemplates } from './template-area.store.ts';
import { UnsubscribedBanner, WindowBanner } from './window-banner.tsx';

/**
 * The template picker in place of the composer. `isForced`: the reply window is closed, so only templates can
 * be sent. The text and the values of the template are stored in separate drafts.
 */
export function TemplateArea({ conversationId, isForced }: { conversationId: string; isForced: boolean }) {
  const { renderTemplates } = useInbox();
  const text = useTemplateDrafts((state) => state.byConversation[conversationId] ?? '');
  const draft = parseTemplateDraft(text);
  const contactId = useConversations((state) => state.byId[conversationId]?.contact.id ?? null);

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // The values stay in the draft.
    event.preventDefault();
    if (isForced) (document.activeElement as HTMLElement | null)?.blur();
    else closeTemplates();
  }

  return (
    <section
      className={classes.area}
      aria-label={t('inbox:composer.templates.label')}
      onKeyDown={handleKeyDown}
      data-testid="template-area"
    >
      {isForced ? (
        <>
          <WindowBanner conversationId={conversationId} />
          <div className={classes.modes}>
            <ModeTabs conversationId={conversationId} />
          </div>
        </>
      ) : (
        <div className={classes.head}>
          <b>{t('inbox:composer.templates.title')}</b>
          <Tooltip label={t('inbox:composer.templates.close')}>
            <ActionIcon
              size="md"
              aria-label={t('inbox:composer.templates.close')}
              onClick={closeTemplates}
              data-testid="template-close"
            >
              <IconX size={17} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
      <UnsubscribedBanner conversationId={conversationId} />
      <div className={classes.body}>
        {renderTemplates({
          contactId,
          draft,
          onDraft: (next) => saveTemplateDraft(conversationId, next),
          onSend: (pick, sendAt) => {
            sendTemplate(conversationId, pick, sendAt);
            saveTemplateDraft(conversationId, null);
            closeTemplates();
          },
          renderLater: (canSend, onSchedule) => (
            <ScheduleMenu
              conversationId={conversationId}
              canSend={canSend}
              isTemplate
              testId="template-schedule"
              size={36}
              onSchedule={onSchedule}
            />
          ),
        })}
      </div>
    </section>
  );
}
