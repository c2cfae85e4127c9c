import { Popover, TagsInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import {
  RULE_HOURS_MAX,
  RULE_WORD_LENGTH_MAX,
  RULE_WORDS_MAX,
} from '../../../shared/domain/automation/rules.ts';
import { t } from '../../lib/i18n.ts';
import { NotLoaded } from '../../ui/error-state.tsx';
import { type PickItem, PickList } from '../../ui/pick-list.tsx';
import classes from './automation.module.css';
import type { Things } from './automation.queries.ts';
import { hoursText } from './rule-sentence.ts';

export interface ChoiceChipProps {
  /** Says what is chosen, for screen readers and as the name of the list. */
  label: string;
  /** What is chosen; null while nothing is. */
  shown: string | null;
  items: readonly PickItem[];
  onPick: (id: string) => void;
  /** Says that there is nothing to choose. */
  nothing?: string;
  /** How far the items are loaded; missing for those that are always known. */
  source?: Pick<Things, 'isLoaded' | 'error' | 'refetch'>;
  extra?: (typed: string) => PickItem | null;
  /** Whether several can be chosen: the list stays open. */
  isMany?: boolean;
  /** Whether it is part of the text, such as the kind of a trigger. */
  isPhrase?: boolean;
  isWrong?: boolean;
  testId?: string;
}

/** A part of the sentence that opens a list when it is clicked. */
export function ChoiceChip(props: ChoiceChipProps) {
  const { label, shown, items, onPick, extra, isMany = false, isPhrase = false, isWrong = false } = props;
  const { source } = props;
  const [isOpen, setOpen] = useState(false);
  const isMissing = source !== undefined && !source.isLoaded;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={400}
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.chip}
          data-phrase={isPhrase || undefined}
          data-empty={shown === null || undefined}
          data-wrong={isWrong || undefined}
          aria-label={`${label}: ${shown ?? t('automation:choose')}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          data-testid={props.testId}
        >
          <span className={classes.chipText} dir="auto">
            {shown ?? t('automation:choose')}
          </span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 24px)" role="dialog" aria-label={label}>
        {source && <NotLoaded title={t('automation:listNotLoaded')} query={source} />}
        {!(isMissing && source.error && items.length === 0) && (
          <PickList
            label={label}
            placeholder={label}
            groups={[{ title: null, items }]}
            nothing={
              isMissing
                ? t('inbox:work.loading')
                : items.length === 0
                  ? (props.nothing ?? t('automation:noMatch'))
                  : t('automation:noMatch')
            }
            {...(extra && { extra })}
            onPick={(id) => {
              if (!isMany) setOpen(false);
              onPick(id);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

const HOURS = [1, 2, 4, 8, 12, 24, 48, 72, RULE_HOURS_MAX];

/** Chooses a number of hours; others than those of the list can be typed. */
export function HoursChip({
  label,
  hours,
  max = RULE_HOURS_MAX,
  offered = HOURS,
  textOf = hoursText,
  onChange,
  testId,
}: {
  label: string;
  hours: number;
  max?: number;
  offered?: readonly number[];
  textOf?: (hours: number) => string;
  onChange: (hours: number) => void;
  testId?: string;
}) {
  return (
    <ChoiceChip
      label={label}
      shown={textOf(hours)}
      items={offered.map((value) => ({ id: String(value), name: textOf(value), isOn: value === hours }))}
      extra={(typed) => {
        const value = Number(typed);
        const isOffered = Number.isInteger(value) && value >= 1 && value <= max && !offered.includes(value);
        return isOffered ? { id: String(value), name: textOf(value) } : null;
      }}
      onPick={(id) => onChange(Number(id))}
      {...(testId && { testId })}
    />
  );
}

/** The words that start a rule. */
export function WordsField({
  words,
  isWrong,
  onChange,
}: {
  words: readonly string[];
  isWrong: boolean;
  onChange: (words: string[]) => void;
}) {
  return (
    <TagsInput
      classNames={{ root: classes.words ?? '' }}
      aria-label={t('automation:words')}
      placeholder={words.length === 0 ? t('automation:wordsHint') : ''}
      error={isWrong}
      value={[...words]}
      onChange={(typed) => onChange(typed.map((word) => word.slice(0, RULE_WORD_LENGTH_MAX).trim()))}
      maxTags={RULE_WORDS_MAX}
      acceptValueOnBlur
      splitChars={[',', ';']}
      data-testid="rule-words"
    />
  );
}
