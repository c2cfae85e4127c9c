import { create } from 'zustand';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { assistOptions } from '../../../../lib/assist-settings.ts';

/** The messages whose translation is shown under them. */
export const useTranslated = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

/** Shows the translation of a message under it, or hides it. */
export function toggleTranslation(messageId: string): void {
  const ids = new Set(useTranslated.getState().ids);
  if (!ids.delete(messageId)) ids.add(messageId);
  useTranslated.setState({ ids });
}

/** Whether a message of a customer can be translated: the feature is on, and the message has words. */
export function isTranslatable({ direction, content, caption, revokedAt }: ThreadMessage): boolean {
  const isOn = queryClient.getQueryData(assistOptions().queryKey)?.modes.translate === 'on';
  return isOn && direction === 'inbound' && revokedAt === null && /\p{L}/u.test(content ?? caption ?? '');
}
