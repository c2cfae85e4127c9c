import classes from './quiet-tag.module.css';

/** A small label next to a name, such as “You”. */
export function QuietTag({ children }: { children: string }) {
  return <span className={classes.tag}>{children}</span>;
}
