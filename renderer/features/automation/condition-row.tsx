import { TextInput } from '@mantine/core';
import type { RuleCondition, RuleTrigger } from '../../../shared/contract/inbox/automation.contract.ts';
import { FIELD_COMPARISONS, RULE_LANGUAGES } from '../../../shared/domain/automation/rules.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import classes from './automation.module.css';
import type { RuleThings, Things } from './automation.queries.ts';
import { ChoiceChip, HoursChip, WordsField } from './chips.tsx';
import {
  CONDITION_PHRASES,
  conditionOf,
  conditionPhrase,
  TRIGGER_PHRASES,
  triggerOf,
  triggerPhrase,
} from './rule-parts.ts';
import { nameOf } from './rule-sentence.ts';

/** The part of the sentence after “When”. */
export function TriggerRow({
  trigger,
  things,
  isWrong,
  onChange,
}: {
  trigger: RuleTrigger;
  things: RuleThings;
  isWrong: boolean;
  onChange: (trigger: RuleTrigger) => void;
}) {
  const phrase = triggerPhrase(trigger);
  return (
    <>
      <ChoiceChip
        label={t('automation:editor.trigger')}
        shown={t(`automation:triggers.${phrase}`)}
        items={TRIGGER_PHRASES.map((id) => ({
          id,
          name: t(`automation:triggers.${id}`),
          isOn: id === phrase,
        }))}
        onPick={(id) => {
          const picked = TRIGGER_PHRASES.find((one) => one === id);
          if (picked) onChange(triggerOf(picked, trigger));
        }}
        isPhrase
        testId="rule-trigger"
      />
      {trigger.kind === 'keyword' && (
        <WordsField
          words={trigger.words}
          isWrong={isWrong}
          onChange={(words) => onChange({ ...trigger, words })}
        />
      )}
      {trigger.kind === 'label_added' && (
        <ThingChip
          label={t('automation:editor.label')}
          id={trigger.labelId}
          things={things.labels}
          nothing={t('automation:editor.noLabels')}
          isWrong={isWrong}
          onPick={(labelId) => onChange({ ...trigger, labelId })}
        />
      )}
      {trigger.kind === 'no_answer' && (
        <HoursChip
          label={t('automation:editor.wait')}
          hours={trigger.hours}
          onChange={(hours) => onChange({ ...trigger, hours })}
        />
      )}
    </>
  );
}

/** One condition of the sentence, after “and”. */
export function ConditionRow({
  condition,
  things,
  isWrong,
  onChange,
}: {
  condition: RuleCondition;
  things: RuleThings;
  isWrong: boolean;
  onChange: (condition: RuleCondition) => void;
}) {
  const phrase = conditionPhrase(condition);
  return (
    <>
      <ChoiceChip
        label={t('automation:editor.condition')}
        shown={t(`automation:conditions.${phrase}`)}
        items={CONDITION_PHRASES.map((id) => ({
          id,
          name: t(`automation:conditions.${id}`),
          isOn: id === phrase,
        }))}
        onPick={(id) => {
          const picked = CONDITION_PHRASES.find((one) => one === id);
          if (picked) onChange(conditionOf(picked, condition));
        }}
        isPhrase
        testId="rule-condition"
      />
      {condition.kind === 'label' && (
        <ThingChip
          label={t('automation:editor.label')}
          id={condition.labelId}
          things={things.labels}
          nothing={t('automation:editor.noLabels')}
          isWrong={isWrong}
          onPick={(labelId) => onChange({ ...condition, labelId })}
        />
      )}
      {condition.kind === 'tag' && (
        <ValueInput
          label={t('automation:editor.tag')}
          value={condition.tag}
          maxLength={50}
          isWrong={isWrong}
          onChange={(tag) => onChange({ ...condition, tag })}
        />
      )}
      {condition.kind === 'language' && (
        <LanguagesChip condition={condition} isWrong={isWrong} onChange={onChange} />
      )}
      {condition.kind === 'field' && (
        <FieldParts condition={condition} things={things} isWrong={isWrong} onChange={onChange} />
      )}
    </>
  );
}

function LanguagesChip({
  condition,
  isWrong,
  onChange,
}: {
  condition: Extract<RuleCondition, { kind: 'language' }>;
  isWrong: boolean;
  onChange: (condition: RuleCondition) => void;
}) {
  const { languages } = condition;
  const names = languages.map((language) => t(`automation:languages.${language}`));
  return (
    <ChoiceChip
      label={t('automation:editor.languages')}
      shown={
        names.length === 0
          ? null
          : new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(names)
      }
      items={RULE_LANGUAGES.map((id) => ({
        id,
        name: t(`automation:languages.${id}`),
        isOn: languages.includes(id),
      }))}
      onPick={(id) => {
        const isOn = languages.some((language) => language === id);
        onChange({
          ...condition,
          languages: RULE_LANGUAGES.filter((language) =>
            language === id ? !isOn : languages.includes(language),
          ),
        });
      }}
      isMany
      isWrong={isWrong}
    />
  );
}

function FieldParts({
  condition,
  things,
  isWrong,
  onChange,
}: {
  condition: Extract<RuleCondition, { kind: 'field' }>;
  things: RuleThings;
  isWrong: boolean;
  onChange: (condition: RuleCondition) => void;
}) {
  const { field, is, value } = condition;
  const needsValue = is === 'equal' || is === 'different';
  return (
    <>
      <ThingChip
        label={t('automation:editor.field')}
        id={field}
        things={things.fields}
        isWrong={isWrong && field === ''}
        onPick={(picked) => onChange({ ...condition, field: picked })}
      />
      <ChoiceChip
        label={t('automation:editor.comparison')}
        shown={t(`automation:comparisons.${is}`)}
        items={FIELD_COMPARISONS.map((id) => ({
          id,
          name: t(`automation:comparisons.${id}`),
          isOn: id === is,
        }))}
        onPick={(id) => {
          const picked = FIELD_COMPARISONS.find((one) => one === id);
          if (picked) onChange({ ...condition, is: picked });
        }}
        isPhrase
      />
      {needsValue && (
        <ValueInput
          label={t('automation:editor.value')}
          value={value}
          maxLength={200}
          isWrong={isWrong && value.trim() === ''}
          onChange={(typed) => onChange({ ...condition, value: typed })}
        />
      )}
    </>
  );
}

/** Chooses one of the things that a workspace has, by its name. */
export function ThingChip({
  label,
  id,
  things,
  nothing,
  isWrong = false,
  onPick,
  testId,
}: {
  label: string;
  /** Empty while nothing is chosen. */
  id: string;
  things: Things;
  nothing?: string;
  isWrong?: boolean;
  onPick: (id: string) => void;
  testId?: string;
}) {
  const isMissing = id !== '' && things.isLoaded && !things.items.some((thing) => thing.id === id);
  return (
    <ChoiceChip
      label={label}
      shown={id === '' ? null : nameOf(things, id)}
      items={things.items.map((thing) => ({ id: thing.id, name: thing.name, isOn: thing.id === id }))}
      source={things}
      onPick={onPick}
      isWrong={isWrong || isMissing}
      {...(nothing && { nothing })}
      {...(testId && { testId })}
    />
  );
}

function ValueInput({
  label,
  value,
  maxLength,
  isWrong,
  onChange,
}: {
  label: string;
  value: string;
  maxLength: number;
  isWrong: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <TextInput
      className={classes.value}
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={maxLength}
      error={isWrong}
      autoComplete="off"
      dir="auto"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
