import { Button } from '@mantine/core';
import { isDesktop } from '../../../lib/desktop/desktop.ts';
import { t } from '../../../lib/i18n.ts';
import { askForNotices, useNoticePermission } from '../../../lib/notices/browser-notices.ts';
import { chooseNotices, useNoticeSettings } from '../../../lib/notices/notice-settings.store.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import classes from './notice-offer.module.css';

/** Asks once whether this browser should notify the person. The answer can be changed in the profile. */
export function NoticeOffer() {
  const { isAsked } = useNoticeSettings();
  const { permission } = useNoticePermission();
  if (isAsked || isDesktop || permission !== 'default') return null;

  async function allow(): Promise<void> {
    chooseNotices({ isAsked: true });
    if ((await askForNotices()) === 'denied')
      showErrorToast(t('notices:offer.deniedTitle'), t('notices:offer.denied'));
  }

  return (
    <aside className={classes.offer} aria-label={t('notices:offer.label')} data-testid="notice-offer">
      <p>{t('notices:offer.text')}</p>
      <div className={classes.buttons}>
        <Button size="compact-xs" onClick={() => void allow()} data-testid="notice-allow">
          {t('notices:offer.allow')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => chooseNotices({ isAsked: true })}
          data-testid="notice-later"
        >
          {t('notices:offer.later')}
        </Button>
      </div>
    </aside>
  );
}
