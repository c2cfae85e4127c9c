import { Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './tab-list.module.css';

/** The tabs of a page in one line. On a phone, where they are wider than the screen, the line scrolls to the chosen one. */
export function TabList<Name extends string>({
  tabs,
  tab,
  labelOf,
  label,
  testId,
}: {
  tabs: readonly Name[];
  /** The chosen one. */
  tab: Name;
  labelOf: (tab: Name) => string;
  label: string;
  /** The beginning of the test id of each tab. */
  testId: string;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector(`[data-testid="${testId}-${tab}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [testId, tab]);
  return (
    <Tabs.List ref={list} className={classes.list} mb="md" aria-label={label}>
      {tabs.map((name) => (
        <Tabs.Tab key={name} value={name} data-testid={`${testId}-${name}`}>
          {labelOf(name)}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
