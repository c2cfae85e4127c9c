import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../lib/api/api.ts';
import { asApiError } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useConnection } from '../live/connection.store.ts';

/** What browsers say when the code or the styles of a page could not be fetched. */
const NOT_LOADED = /dynamically imported module|importing a module script|preload css|loading (css )?chunk/i;

/** Shown in place of a page that crashed, or whose code could not be loaded. */
export function RouteProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof Error && NOT_LOADED.test(error.message)) return <NotLoaded />;
  return (
    <ErrorState
      title={t('app:broken.title')}
      message={t('app:broken.message')}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}

/** Opens the page when the server answers again. A new release has other files, so all of it is loaded again. */
function NotLoaded() {
  const isLive = useConnection((state) => state.isLive);
  useEffect(() => {
    if (isLive) return;
    return useConnection.subscribe((state) => {
      if (state.isLive) window.location.reload();
    });
  }, [isLive]);
  return (
    <ErrorState
      title={t('app:broken.unloadedTitle')}
      message={t('app:broken.unloaded')}
      onRetry={() => void reloadIfReachable()}
    />
  );
}

/** Reloads only if the server answers: the browser would otherwise show its own error page. */
async function reloadIfReachable(): Promise<void> {
  const failure = await api.session.setupStatus({}).then(() => null, asApiError);
  if (failure?.code !== 'network') window.location.reload();
}
