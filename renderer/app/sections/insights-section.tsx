import { useNavigate, useSearch } from '@tanstack/react-router';
import { InsightsPage } from '../../features/insights/insights.page.tsx';

/** The figures of the workspace; the address has the period, and the figure whose conversations are listed. */
export function InsightsSection() {
  const navigate = useNavigate();
  return (
    <InsightsPage
      search={useSearch({ from: '/insights' })}
      onSearch={(search, { replace = false } = {}) => void navigate({ to: '/insights', search, replace })}
    />
  );
}
