import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { matchesText } from '../lib/format/matches-text.ts';
import classes from './pick-list.module.css';

export interface PickItem {
  id: string;
  /** What is typed to find it. */
  name: string;
  icon?: ReactNode;
  /** A word after the name. */
  hint?: string;
  isOn?: boolean;
}

export interface PickGroup {
  /** Null for a group without a heading. */
  title: string | null;
  items: readonly PickItem[];
}

export interface PickListProps {
  label: string;
  placeholder: string;
  groups: readonly PickGroup[];
  /** What is shown when nothing matches. */
  nothing: string;
  onPick: (id: string) => void;
  /** Returns what is offered below the items for a typed text, which no item has as its name; null for nothing. */
  extra?: (typed: string) => PickItem | null;
  onTyped?: (typed: string) => void;
}

/** A list to pick from by typing, with arrow keys, or with the mouse. The caller places it in a popover. */
export function PickList({ label, placeholder, groups, nothing, onPick, extra, onTyped }: PickListProps) {
  const [typed, setTyped] = useState('');
  const listId = useId();
  const [isDrawn, setDrawn] = useState(false);
  const combobox = useCombobox({ opened: isDrawn });
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A popover that loads its content has looked for the field too early.
    search.current?.focus({ preventScroll: true });
    // The field can name the list only after that has reported its id.
    setDrawn(true);
  }, []);
  const selectFirst = useEffectEvent((text: string) => {
    if (text === '') combobox.resetSelectedOption();
    else combobox.selectFirstOption();
  });
  // Before the next key press: Enter picks the first match.
  useLayoutEffect(() => selectFirst(typed), [typed]);
  const wanted = typed.trim();
  const shown = groups
    .map(({ title, items }) => ({ title, items: items.filter(({ name }) => matchesText(name, wanted)) }))
    .filter(({ items }) => items.length > 0);
  const isNamed = groups.some(({ items }) => items.some(({ name }) => isSame(name, wanted)));
  const offered = wanted === '' || isNamed ? null : (extra?.(wanted) ?? null);

  const isEmpty = shown.length === 0 && !offered;

  return (
    <Combobox store={combobox} onOptionSubmit={onPick} size="md">
      {/* The keys that scroll the list are those of the field, which says so as a combobox. */}
      <Combobox.EventsTarget withExpandedAttribute>
        <input
          ref={search}
          className={classes.search}
          aria-label={label}
          placeholder={placeholder}
          value={typed}
          autoComplete="off"
          data-autofocus
          data-testid="pick-search"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onTyped?.(event.currentTarget.value);
          }}
        />
      </Combobox.EventsTarget>
      {/* A list box must have options. */}
      <Combobox.Options id={listId} className={classes.options} aria-label={label} hidden={isEmpty}>
        {shown.map(({ title, items }) =>
          title === null ? (
            items.map((item) => <Option key={item.id} item={item} />)
          ) : (
            <Combobox.Group key={title} label={title}>
              {items.map((item) => (
                <Option key={item.id} item={item} />
              ))}
            </Combobox.Group>
          ),
        )}
        {offered && <Option item={offered} />}
      </Combobox.Options>
      {isEmpty && (
        <Combobox.Empty role="status" py="sm">
          {nothing}
        </Combobox.Empty>
      )}
    </Combobox>
  );
}

function Option({ item: { id, name, icon, hint, isOn = false } }: { item: PickItem }) {
  return (
    <Combobox.Option value={id} active={isOn} className={classes.option} data-testid="pick-option">
      {icon !== undefined && <span className={classes.icon}>{icon}</span>}
      <span className={classes.name} dir="auto">
        {name}
      </span>
      {hint !== undefined && <span className={classes.hint}>{hint}</span>}
      {isOn && <IconCheck size={16} className={classes.check} aria-hidden="true" />}
    </Combobox.Option>
  );
}

function isSame(left: string, right: string): boolean {
  return left.localeCompare(right, undefined, { sensitivity: 'base' }) === 0;
}
