import type { ReactNode } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { Boundary } from '../../boundary.tsx';
import classes from '../../bubble.module.css';
import { RawDetails } from './raw-details.tsx';

/** Shows a message that fails to render as raw data (`raw`, as JSON), without affecting the others. */
export function BubbleBoundary({ raw, children }: { raw: unknown; children: ReactNode }) {
  return <Boundary fallback={<BrokenBubble raw={raw} />}>{children}</Boundary>;
}

function BrokenBubble({ raw }: { raw: unknown }) {
  return (
    <div className={classes.card}>
      {t('inbox:thread.broken')}
      <RawDetails value={raw} />
    </div>
  );
}
