import { useNavigate, useSearch } from '@tanstack/react-router';
import { RequestLogPage } from '../../features/request-log/request-log.page.tsx';

/** The log of requests, with its filter in the address. */
export function RequestLogSection() {
  const navigate = useNavigate();
  const filter = useSearch({ from: '/settings/request-log' });
  return (
    <RequestLogPage
      filter={filter}
      onFilter={(search) =>
        void navigate({ to: '/settings/request-log', search, replace: true, resetScroll: false })
      }
    />
  );
}
