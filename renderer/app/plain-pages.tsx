import { Button } from '@mantine/core';
import { IconLock, IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';

/** For those whose role does not reach here. */
export function ForbiddenPage() {
  return (
    <EmptyState
      icon={<IconLock size={26} stroke={1.6} />}
      level={1}
      title="Not for your role"
      actions={<ToInbox />}
    >
      <p data-testid="forbidden">
        403: this section is for admins and owners of the workspace. Ask one of them if you need something
        here.
      </p>
    </EmptyState>
  );
}

/** For addresses that lead nowhere. */
export function MissingPage() {
  return (
    <EmptyState
      icon={<IconMapOff size={26} stroke={1.6} />}
      level={1}
      title="There is nothing here"
      actions={<ToInbox />}
    >
      The address is wrong, or what was here is gone.
    </EmptyState>
  );
}

function ToInbox() {
  return (
    <Button variant="default" component={Link} to="/inbox">
      Go to the inbox
    </Button>
  );
}
