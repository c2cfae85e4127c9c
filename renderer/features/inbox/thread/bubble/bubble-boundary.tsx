import { Component, type ReactNode } from 'react';
import { t } from '../../../../lib/i18n.ts';
import classes from '../../bubble.module.css';
import { RawDetails } from './raw-details.tsx';

interface Props {
  /** Shown as JSON when the children cannot be rendered. */
  raw: unknown;
  children: ReactNode;
}

/** Shows a message that fails to render as raw data, without affecting the others. */
export class BubbleBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={classes.card}>
        {t('inbox:thread.broken')}
        <RawDetails value={this.props.raw} />
      </div>
    );
  }
}
