import { Loader } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '../lib/i18n.ts';

/** Nothing for a moment, then a spinner: a fast server should not make the page blink. */
export function Splash() {
  const [isSlow, setSlow] = useState(false);
  useTimeout(() => setSlow(true), 400, { autoInvoke: true });
  return (
    <div style={{ height: '100%', display: 'grid', placeItems: 'center' }} aria-busy="true">
      {isSlow && <Loader aria-label={t('loading')} />}
    </div>
  );
}
