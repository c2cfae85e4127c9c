import { getRouteApi } from '@tanstack/react-router';
import { ModelPage } from '../../features/inference/model.page.tsx';
import { useSession } from '../use-session.ts';
import { ForbiddenPage } from './plain-pages.tsx';

const route = getRouteApi('/model');

/** The model: its keys, a console, how it is. For owners and admins. */
export function ModelSection() {
  const { permissions } = useSession();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  if (!permissions.includes('keys:manage')) return <ForbiddenPage />;
  return (
    <ModelPage
      tab={tab ?? 'keys'}
      mayKeepPrompts={permissions.includes('prompts:manage')}
      onTab={(next) => void navigate({ search: { tab: next === 'keys' ? undefined : next }, replace: true })}
    />
  );
}
