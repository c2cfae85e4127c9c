import { Component, type ReactNode } from 'react';
import classes from './bubble.module.css';
import { RawDetails } from './raw-details.tsx';

interface Props {
  /** What to show as it is when it cannot be drawn. */
  raw: unknown;
  children: ReactNode;
}

/** One message that cannot be drawn must not take the thread with it: it shows raw, the others stay. */
export class BubbleBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={classes.card}>
        This message could not be shown.
        <RawDetails value={this.props.raw} />
      </div>
    );
  }
}
