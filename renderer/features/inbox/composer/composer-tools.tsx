import { ActionIcon, Indicator, Menu, Tooltip } from '@mantine/core';
import {
  IconAddressBook,
  IconFile,
  IconLayoutList,
  IconMapPin,
  IconPaperclip,
  IconTemplate,
} from '@tabler/icons-react';
import { type ChangeEvent, lazy, Suspense, useRef } from 'react';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { ariaKeys, withKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { loadPageTexts, t } from '../../../lib/i18n.ts';
import { parseTemplateDraft } from '../../../lib/template-pick.ts';
import { MenuTooltip } from '../../../ui/overlays/menu-tooltip.tsx';
import { type AttachmentType, openAttachment, useAttachments } from '../attachments/attachments.store.ts';
import { EmojiButton } from '../emoji/emoji-button.tsx';
import { SavedReplyButton } from '../saved-replies/saved-reply-button.tsx';
import { VoiceButton } from '../voice/voice-button.tsx';
import classes from './composer.module.css';
import { ModeTabs } from './composer-mode.tsx';
import { useTemplateDrafts } from './drafts.store.ts';
import { openTemplates } from './template-area.store.ts';

const AttachmentDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../attachments/attachment-dialog.tsx'), loadPageTexts()]);
  return { default: dialog.AttachmentDialog };
});

const ICONS = { location: IconMapPin, contacts: IconAddressBook, interactive: IconLayoutList } as const;
const OFFERED: readonly AttachmentType[] = ['location', 'contacts', 'interactive'];

const AssistButton = lazy(async () => {
  const [button] = await Promise.all([import('../assist/assist-button.tsx'), loadPageTexts()]);
  return { default: button.AssistButton };
});

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
      <span className={classes.emoji}>
        <EmojiButton insert={props.insert} />
      </span>
      <SavedReplyButton {...props} />
      <TemplateButton {...props} />
      <span className={classes.assist}>
        <Suspense fallback={null}>
          <AssistButton conversationId={props.conversationId} />
        </Suspense>
      </span>
      <span className={classes.voice}>
        <VoiceButton conversationId={props.conversationId} />
      </span>
    </>
  );
}

/** What can be added to a reply, or sent in its place. */
function AttachButton({ conversationId, attach }: ComposerToolProps) {
  const input = useRef<HTMLInputElement>(null);
  const isOpen = useAttachments(({ open }) => open?.conversationId === conversationId);
  useCommands({
    'composer.attach': () => input.current?.click(),
    'composer.location': () => openAttachment(conversationId, 'location'),
    'composer.contacts': () => openAttachment(conversationId, 'contacts'),
    'composer.interactive': () => openAttachment(conversationId, 'interactive'),
  });
  const keys = useKeys('composer.attach');

  function handleFiles(event: ChangeEvent<HTMLInputElement>): void {
    const { files } = event.currentTarget;
    if (files && files.length > 0) attach([...files]);
    // The same file can be chosen again.
    event.currentTarget.value = '';
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('inbox:composer.files')}
        onChange={handleFiles}
        data-testid="composer-files"
      />
      <Menu position="top-start" shadow="md">
        <Menu.Target>
          <MenuTooltip label={withKeys(t('inbox:composer.attach'), keys)}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('inbox:composer.attach')}
              data-testid="composer-attach"
            >
              <IconPaperclip size={18} />
            </ActionIcon>
          </MenuTooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFile size={16} />}
            onClick={() => input.current?.click()}
            data-testid="attach-file"
          >
            {t('inbox:composer.attachKind.file')}
          </Menu.Item>
          {OFFERED.map((type) => {
            const Icon = ICONS[type];
            return (
              <Menu.Item
                key={type}
                leftSection={<Icon size={16} />}
                onClick={() => openAttachment(conversationId, type)}
                data-testid={`attach-${type}`}
              >
                {t(`inbox:composer.attachKind.${type}`)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <Suspense>
          <AttachmentDialog conversationId={conversationId} />
        </Suspense>
      )}
    </>
  );
}

/** Opens the templates. A dot marks one that is partly filled in. */
function TemplateButton({ conversationId }: ComposerToolProps) {
  const draft = parseTemplateDraft(useTemplateDrafts((state) => state.byConversation[conversationId] ?? ''));
  const label = draft
    ? t('inbox:composer.templates.continue', { name: draft.name })
    : t('inbox:composer.templates.open');
  const keys = useKeys('composer.templates');
  return (
    <Tooltip label={withKeys(label, keys)}>
      <Indicator disabled={draft === null} size={8} offset={5} color="pine">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={label}
          aria-keyshortcuts={ariaKeys(keys)}
          onClick={() => openTemplates(conversationId)}
          data-testid="template-open"
        >
          <IconTemplate size={18} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
