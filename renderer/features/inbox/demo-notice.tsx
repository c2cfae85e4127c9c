import { CloseButton } from '@mantine/core';
import { showDemoLogin, useDemoLogin } from '../../lib/demo-login.store.ts';
import { CopyIcon } from '../../ui/copy-icon.tsx';
import classes from './demo-notice.module.css';
import { useInbox } from './inbox-context.ts';

/** After "Load the demo": how to come back to it. Whoever closes it, or loads the page anew, has seen it. */
export function DemoNotice() {
  const { user } = useInbox().session;
  const { login } = useDemoLogin();
  if (login === null || login.email !== user.email) return null;
  return (
    <aside className={classes.notice} aria-label="The demo's login" data-testid="demo-login">
      <div className={classes.head}>
        <p>You are looking at a demo. Sign in again with:</p>
        <CloseButton size="sm" aria-label="Close" onClick={() => showDemoLogin(null)} />
      </div>
      <Copyable value={login.email} what="e-mail address" />
      <Copyable value={login.password} what="password" />
    </aside>
  );
}

function Copyable({ value, what }: { value: string; what: string }) {
  return (
    <p className={classes.value}>
      <code>{value}</code>
      <CopyIcon value={value} what={what} />
    </p>
  );
}
