import { getRouteApi } from '@tanstack/react-router';
import { ModelPage } from '../../features/inference/model.page.tsx';
import { useSession } from '../use-session.ts';

const route = getRouteApi('/model');

/** The model page, with the open tab in the address. */
export function ModelSection() {
  const { permissions } = useSession();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ModelPage
      tab={tab ?? 'keys'}
      mayKeepPrompts={permissions.includes('prompts:manage')}
      mayQualify={permissions.includes('settings:manage')}
      onTab={(next) => void navigate({ search: { tab: next === 'keys' ? undefined : next }, replace: true })}
    />
  );
}
