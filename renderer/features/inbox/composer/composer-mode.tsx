import { SegmentedControl } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { create } from 'zustand';
import { useCommands } from '../../../lib/commands/registry.ts';
import { t } from '../../../lib/i18n.ts';
import { onLeave } from '../../../lib/on-leave.ts';
import classes from './composer-mode.module.css';

/** What the composer writes: a message to the customer, or a note that only the team sees. */
type ComposerMode = 'reply' | 'note';

/** The conversations whose composer writes a note. */
const useNoteModes = create<Readonly<Record<string, true>>>(() => ({}));

onLeave(() => useNoteModes.setState({}, true));

/** Returns what the composer of a conversation writes. Each conversation keeps its own. */
export function useComposerMode(conversationId: string): ComposerMode {
  return useNoteModes((modes) => (modes[conversationId] ? 'note' : 'reply'));
}

/** Sets what the composer of a conversation writes. Both drafts are kept. */
export function setComposerMode(conversationId: string, mode: ComposerMode): void {
  const { [conversationId]: _before, ...others } = useNoteModes.getState();
  useNoteModes.setState(mode === 'note' ? { ...others, [conversationId]: true } : others, true);
}

/** Changes between a reply and a note. */
export function ModeTabs({ conversationId }: { conversationId: string }) {
  const mode = useComposerMode(conversationId);
  return (
    <SegmentedControl
      size="xs"
      className={classes.tabs}
      classNames={{ indicator: classes.indicator, label: classes.label }}
      data-mode={mode}
      aria-label={t('inbox:composer.mode.label')}
      value={mode}
      onChange={(next) => setComposerMode(conversationId, next === 'note' ? 'note' : 'reply')}
      data={[
        { value: 'reply', label: t('inbox:composer.mode.reply') },
        {
          value: 'note',
          label: (
            <span className={classes.note} data-testid="mode-note">
              <IconLock size={13} aria-hidden="true" />
              {t('inbox:notes.word')}
            </span>
          ),
        },
      ]}
      data-testid="composer-mode"
    />
  );
}

/** Offers the commands that change between a reply and a note. */
export function useModeKeys(conversationId: string): void {
  const mode = useComposerMode(conversationId);
  const focus = () => document.querySelector<HTMLElement>('[data-testid="note-composer"]')?.focus();
  useCommands({
    'composer.note': () => (mode === 'note' ? focus() : setComposerMode(conversationId, 'note')),
    // While a reply is written, the inbox itself moves the focus there.
    ...(mode === 'note' && { 'composer.reply': () => setComposerMode(conversationId, 'reply') }),
  });
}
