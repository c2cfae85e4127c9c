import { Loader } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '../lib/i18n.ts';

/** Shows a spinner after a short delay, so that the page does not flicker when the server is fast. */
export function Splash() {
  const [isSlow, setSlow] = useState(false);
  useTimeout(() => setSlow(true), 400, { autoInvoke: true });
  return (
    <div style={{ height: '100%', display: 'grid', placeItems: 'center' }} aria-busy="true">
      {isSlow && <Loader role="status" aria-label={t('loading')} />}
    </div>
  );
}
