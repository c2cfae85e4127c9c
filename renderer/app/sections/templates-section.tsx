import { TemplatesPage } from '../../features/templates/templates.page.tsx';
import { useSession } from '../use-session.ts';

/** The templates, which owners and admins can also create and delete. */
export function TemplatesSection() {
  const { permissions } = useSession();
  return <TemplatesPage canManage={permissions.includes('templates:manage')} />;
}
