import { useNavigate } from '@tanstack/react-router';
import type { CommandId } from '../../lib/commands/commands.ts';
import { useCommands } from '../../lib/commands/registry.ts';
import { type PagePath, useMayOpen } from '../page-access.ts';

/** The pages that have a command of their own. */
export const GO_PAGES = {
  'go.inbox': '/inbox/{-$conversationId}',
  'go.search': '/search',
  'go.notifications': '/notifications',
  'go.contacts': '/contacts',
  'go.broadcasts': '/broadcasts',
  'go.templates': '/templates',
  'go.insights': '/insights',
  'go.settings': '/settings',
  'go.profile': '/settings/profile',
} as const satisfies Partial<Record<CommandId, PagePath>>;

/** Offers the commands that open pages, to the people who may open them. */
export function useGoCommands(): void {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  useCommands({
    ...Object.fromEntries(
      Object.entries(GO_PAGES).map(([id, to]) => [id, mayOpen(to) ? () => void navigate({ to }) : null]),
    ),
    'app.newContact': mayOpen('/contacts')
      ? () => void navigate({ to: '/contacts', search: { contact: 'new' } })
      : null,
    'app.newBroadcast': mayOpen('/broadcasts/new') ? () => void navigate({ to: '/broadcasts/new' }) : null,
  });
}
