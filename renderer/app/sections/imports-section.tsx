import { useNavigate, useSearch } from '@tanstack/react-router';
import { ImportsPage } from '../../features/contacts/imports/imports.page.tsx';
import { useSession } from '../use-session.ts';

/** The list of contacts without filters. */
const ALL = {
  ...{ search: undefined, status: undefined, tag: undefined },
  ...{ attribute: undefined, blocked: undefined, page: undefined },
};

/** The imports of contacts; the one that is open is in the address. */
export function ImportsSection() {
  const navigate = useNavigate();
  const { permissions } = useSession();
  const { id = null } = useSearch({ from: '/contacts/import' });
  return (
    <ImportsPage
      opened={id}
      links={{
        onShow: (tag) => void navigate({ to: '/contacts', search: { ...ALL, tag } }),
        onBroadcast: permissions.includes('broadcasts:send')
          ? (tag) => void navigate({ to: '/broadcasts/new', state: { tag } })
          : null,
      }}
      onOpen={(opened) => void navigate({ to: '/contacts/import', search: { id: opened ?? undefined } })}
      onBack={() => void navigate({ to: '/contacts', search: ALL })}
    />
  );
}
