import { IconTemplate } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SyncLine } from './sync-line.tsx';

/** Nothing can be sent: why that may be, and what to do about it. */
export function NoTemplates({ hasOthers }: { hasOthers: boolean }) {
  return (
    <EmptyState
      icon={<IconTemplate size={26} stroke={1.6} />}
      title="No approved templates"
      actions={<SyncLine />}
    >
      {hasOthers
        ? 'The account has templates, but none of them is approved. See them under Templates. '
        : 'Templates are made in the message manager of the platform, which checks them before they can be sent. '}
      What is approved there appears here by itself.
    </EmptyState>
  );
}
