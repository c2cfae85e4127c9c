import type { RefObject } from 'react';
import { type CommandCall, useCommands } from '../../../lib/commands/registry.ts';
import { useInbox } from '../inbox-context.ts';
import type { PickerKind } from '../work/picker.store.ts';
import { clearSelection, selectRange, toggleSelected, useSelection } from '../work/selection.store.ts';
import { focusList, pickFor, targetsOf, useWork } from '../work/use-work.ts';

export interface InboxKeysOptions {
  ids: readonly string[];
  activeId: string | null;
  openId: string | null;
  searchRef: RefObject<HTMLInputElement | null>;
  onMove(id: string, index: number): void;
  onOpen(id: string): void;
  onClose(): void;
}

/**
 * Offers the commands of the list. Those that change conversations mean the selection, or else the chosen row while the
 * list has the focus, and the open conversation elsewhere.
 */
export function useInboxKeys(options: InboxKeysOptions): void {
  const { ids, activeId, openId } = options;
  const { change, toggleClosed } = useWork();
  const { user } = useInbox().session;

  function move(by: 1 | -1): void {
    const from = activeId === null ? -1 : ids.indexOf(activeId);
    const index = Math.max(0, Math.min(ids.length - 1, from + by));
    const id = ids[index];
    if (id === undefined) return;
    focusList();
    options.onMove(id, index);
  }

  /** Selects the chosen row and the one that is moved to. */
  function extend(by: 1 | -1): void {
    const next = ids[(activeId === null ? -1 : ids.indexOf(activeId)) + by];
    if (next === undefined) return;
    selectRange(next, ids, activeId);
    move(by);
  }

  const meant = ({ isFree }: CommandCall) => (isFree ? activeId : (openId ?? activeId));
  const hasTarget = useSelection(({ ids }) => ids.size > 0) || activeId !== null || openId !== null;
  const onTargets = (run: (targets: readonly string[]) => void) =>
    hasTarget ? (call: CommandCall) => run(targetsOf(meant(call))) : null;
  const onPick = (kind: PickerKind) =>
    hasTarget ? (call: CommandCall) => pickFor(kind, meant(call), openId) : null;

  /** Leaves the field, then the selection, and then the conversation. */
  function leave({ isTyping, target }: CommandCall): void {
    if (isTyping) target?.blur();
    else if (useSelection.getState().ids.size > 0) clearSelection();
    else options.onClose();
  }

  const focus = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
  useCommands({
    'list.next': () => move(1),
    'list.previous': () => move(-1),
    'list.open': activeId === null ? null : () => options.onOpen(activeId),
    'list.search': () => options.searchRef.current?.focus(),
    'list.leave': leave,
    'list.select': activeId !== null && ids.includes(activeId) ? () => toggleSelected(activeId) : null,
    'list.selectNext': () => extend(1),
    'list.selectPrevious': () => extend(-1),
    'conversation.close': onTargets(toggleClosed),
    'conversation.unread': onTargets((targets) => void change(targets, { unread: true })),
    'conversation.snooze': onPick('snooze'),
    'conversation.assign': onPick('assign'),
    'conversation.assignMe': onTargets(
      (targets) => void change(targets, { assignee: { id: user.id, name: user.name } }),
    ),
    'conversation.label': onPick('label'),
    'composer.reply': openId === null ? null : () => focus('composer')?.focus(),
  });
}
