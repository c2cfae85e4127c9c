import classes from './header-list.module.css';

/** HTTP headers as they were transmitted. */
export function HeaderList({
  headers,
  label,
}: {
  headers: readonly (readonly [string, string])[];
  label: string;
}) {
  return (
    <dl className={classes.list} dir="ltr" aria-label={label}>
      {headers.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header can occur twice, and the list never changes
        <div key={index} className={classes.line}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
