import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Session } from '../../shared/contract/access/session.contract.ts';
import { onSessionLost, queries } from '../lib/api/api.ts';
import { loadPageTexts, t } from '../lib/i18n.ts';
import { showToast } from '../lib/toast.ts';
import { ErrorState } from '../ui/error-state.tsx';
import classes from './gate.module.css';
import { useWorkspaceData } from './live/use-workspace-data.ts';
import { router } from './router.tsx';
import {
  enter,
  enterNewWorkspace,
  leaveLink,
  loadSession,
  sessionEnded,
  useSessionState,
} from './session.store.ts';
import { Splash } from './splash.tsx';

// People who are signed in do not load these.
const AccessLinkPage = lazy(async () => {
  const [page] = await Promise.all([
    import('../features/access-links/access-link.page.tsx'),
    loadPageTexts(),
  ]);
  return { default: page.AccessLinkPage };
});
const SetupPage = lazy(async () => {
  const [page] = await Promise.all([import('../features/setup/setup.page.tsx'), loadPageTexts()]);
  return { default: page.SetupPage };
});
const SignInPage = lazy(async () => {
  const [page] = await Promise.all([import('../features/sign-in/sign-in.page.tsx'), loadPageTexts()]);
  return { default: page.SignInPage };
});

/** Shows setup, sign-in or the product. The URL does not change. */
export function Gate() {
  return (
    <Suspense fallback={<Splash />}>
      <Entrance />
    </Suspense>
  );
}

function Entrance() {
  const state = useSessionState();

  useEffect(() => {
    onSessionLost(sessionEnded);
    // After a language change, the session is already loaded.
    if (useSessionState.getState().phase === 'loading') void loadSession();
  }, []);

  switch (state.phase) {
    case 'loading':
      return <Splash />;
    case 'unreachable':
      return (
        <main className={classes.whole}>
          <ErrorState level={1} title={t('app:unreachable')} message={state.message} onRetry={loadSession} />
        </main>
      );
    case 'setup':
      return <SetupPage status={state.status} onEnter={enter} onCreated={enterNewWorkspace} />;
    case 'link':
      return (
        <AccessLinkPage
          token={state.token}
          onEnter={(session) => void leaveLink(session)}
          onSignIn={(message) => {
            showToast(message);
            void leaveLink(null);
          }}
          onLeave={() => void leaveLink(null)}
        />
      );
    case 'signed-out':
      return <EntryScreen expired={state.expired} onEnter={enter} />;
    case 'signed-in':
      // The key resets all state when another person or workspace signs in.
      return <Workspace key={`${state.session.workspace.id}.${state.session.user.id}`} />;
  }
}

function Workspace() {
  const isReady = useWorkspaceData();
  return isReady ? <RouterProvider router={router} /> : <Splash />;
}

/** Shows the sign-in page, or the form for a new workspace where the server allows one. */
function EntryScreen({ expired, onEnter }: { expired: string | null; onEnter: (session: Session) => void }) {
  const { data: status } = useQuery(queries.session.setupStatus.queryOptions({ input: {} }));
  const [isCreating, setCreating] = useState(false);
  if (status && isCreating) {
    return (
      <SetupPage
        status={status}
        onEnter={onEnter}
        onCreated={enterNewWorkspace}
        onBack={() => setCreating(false)}
      />
    );
  }
  return (
    <SignInPage
      notice={expired === null ? null : t('app:signedOut')}
      email={expired ?? ''}
      onEnter={onEnter}
      onCreate={status?.canCreateWorkspace ? () => setCreating(true) : undefined}
    />
  );
}
