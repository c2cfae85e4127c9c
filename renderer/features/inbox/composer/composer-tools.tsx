import { ActionIcon, FileButton, Indicator, Tooltip } from '@mantine/core';
import { IconPaperclip, IconTemplate } from '@tabler/icons-react';
import { t } from '../../../lib/i18n.ts';
import { parseTemplateDraft } from '../../../lib/template-pick.ts';
import { EmojiButton } from '../emoji/emoji-button.tsx';
import { SavedReplyButton } from '../saved-replies/saved-reply-button.tsx';
import { VoiceButton } from '../voice/voice-button.tsx';
import classes from './composer.module.css';
import { ModeTabs } from './composer-mode.tsx';
import { useTemplateDrafts } from './drafts.store.ts';
import { openTemplates } from './template-area.store.ts';

/** What the composer gives its tools. */
export interface ComposerToolProps {
  conversationId: string;
  /** Adds files to the message. */
  attach(files: File[]): void;
  /** Puts text in the place of the selection, and the focus behind it. */
  insert(text: string): void;
}

/** The buttons under the text, in their order. A feature adds its button by one line. */
export function Tools(props: ComposerToolProps) {
  return (
    <>
      <ModeTabs conversationId={props.conversationId} />
      <AttachButton {...props} />
      <EmojiButton insert={props.insert} />
      <SavedReplyButton {...props} />
      <TemplateButton {...props} />
      <span className={classes.voice}>
        <VoiceButton conversationId={props.conversationId} />
      </span>
    </>
  );
}

function AttachButton({ attach }: ComposerToolProps) {
  return (
    <FileButton onChange={attach} multiple inputProps={{ 'aria-label': t('inbox:composer.files') }}>
      {(props) => (
        <Tooltip label={t('inbox:composer.attach')}>
          <ActionIcon
            {...props}
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('inbox:composer.attach')}
            data-testid="composer-attach"
          >
            <IconPaperclip size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}

/** Opens the templates. A dot marks one that is partly filled in. */
function TemplateButton({ conversationId }: ComposerToolProps) {
  const draft = parseTemplateDraft(useTemplateDrafts((state) => state.byConversation[conversationId] ?? ''));
  const label = draft
    ? t('inbox:composer.templates.continue', { name: draft.name })
    : t('inbox:composer.templates.open');
  return (
    <Tooltip label={t('inbox:composer.templates.withShortcut', { label, shortcut: 'Alt + T' })}>
      <Indicator disabled={draft === null} size={8} offset={5} color="pine">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={label}
          aria-keyshortcuts="Alt+T"
          onClick={() => openTemplates(conversationId)}
          data-testid="template-open"
        >
          <IconTemplate size={18} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
