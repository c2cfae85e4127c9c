import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown when the children cannot be rendered. */
  fallback: ReactNode;
  /** When it changes, the children are tried again. */
  resetKey?: string;
  children: ReactNode;
}

/** Keeps an error of its children from the rest of the page. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (this.state.hasFailed && resetKey !== this.props.resetKey) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
