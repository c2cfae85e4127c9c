import { CloseButton } from '@mantine/core';
import { showDemoLogin, useDemoLogin } from '../../../lib/demo-login.store.ts';
import { t } from '../../../lib/i18n.ts';
import { CopyIcon } from '../../../ui/code/copy-icon.tsx';
import { useInbox } from '../inbox-context.ts';
import classes from './demo-notice.module.css';

/** Shows the demo's login after "Load the demo". Closing it or reloading the page removes it. */
export function DemoNotice() {
  const { user } = useInbox().session;
  const { login } = useDemoLogin();
  if (login === null || login.email !== user.email) return null;
  return (
    <aside className={classes.notice} aria-label={t('inbox:list.demo.label')} data-testid="demo-login">
      <div className={classes.head}>
        <p>{t('inbox:list.demo.intro')}</p>
        <CloseButton size="sm" aria-label={t('actions.close')} onClick={() => showDemoLogin(null)} />
      </div>
      <Copyable value={login.email} copyLabel={t('inbox:list.demo.copyEmail')} />
      <Copyable value={login.password} copyLabel={t('inbox:list.demo.copyPassword')} />
    </aside>
  );
}

function Copyable({ value, copyLabel }: { value: string; copyLabel: string }) {
  return (
    <p className={classes.value}>
      <code>{value}</code>
      <CopyIcon value={value} label={copyLabel} />
    </p>
  );
}
