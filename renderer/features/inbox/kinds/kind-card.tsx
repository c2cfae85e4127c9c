import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BubbleText } from '../thread/bubble/bubble-text.tsx';
import classes from './kind-card.module.css';

export interface KindCardProps {
  icon: Icon;
  label: string;
  /** Details under the label, such as a name or an address. */
  lines?: readonly ReactNode[];
  /** The caption. */
  caption?: string | null;
  children?: ReactNode;
}

/** A card for a non-text message: icon, label, details and caption. */
export function KindCard({ icon: CardIcon, label, lines = [], caption = null, children }: KindCardProps) {
  return (
    <>
      <div className={classes.card}>
        <span className={classes.tile}>
          <CardIcon size={20} stroke={1.7} aria-hidden />
        </span>
        <div className={classes.body}>
          <span className={classes.label}>{label}</span>
          {lines.filter(Boolean).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a card never change their order
            <span key={index} className={classes.line} dir="auto">
              {line}
            </span>
          ))}
        </div>
      </div>
      {children}
      {caption !== null && caption !== '' && (
        <div className={classes.text}>
          <BubbleText text={caption} />
        </div>
      )}
    </>
  );
}
