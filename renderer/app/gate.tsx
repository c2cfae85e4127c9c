import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SetupPage } from '../features/setup/setup.page.tsx';
import { onSessionLost } from '../lib/api.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Entrance } from './entrance.tsx';
import classes from './gate.module.css';
import { router } from './router.tsx';
import { enter, loadSession, sessionEnded, useSessionState } from './session.store.ts';
import { Splash } from './splash.tsx';
import { useWorkspaceLife } from './workspace-life.ts';

/** Decides what a visitor meets: setup, sign-in or the product. The address stays as it was meanwhile. */
export function Gate() {
  const state = useSessionState();

  useEffect(() => {
    onSessionLost(sessionEnded);
    void loadSession();
  }, []);

  switch (state.phase) {
    case 'loading':
      return <Splash />;
    case 'unreachable':
      return (
        <main className={classes.whole}>
          <ErrorState
            level={1}
            title="The server does not answer"
            message={state.message}
            onRetry={loadSession}
          />
        </main>
      );
    case 'setup':
      return <SetupPage status={state.status} onEnter={enter} />;
    case 'signed-out':
      return <Entrance notice={state.notice} onEnter={enter} />;
    case 'signed-in':
      // The key: another person or workspace starts with nothing of the one before.
      return <Workspace key={`${state.session.workspace.id}.${state.session.user.id}`} />;
  }
}

function Workspace() {
  const isReady = useWorkspaceLife();
  return isReady ? <RouterProvider router={router} /> : <Splash />;
}
