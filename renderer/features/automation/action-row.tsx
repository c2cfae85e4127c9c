import { Button, Group, Textarea } from '@mantine/core';
import { useRef } from 'react';
import type { RuleAction } from '../../../shared/contract/inbox/automation.contract.ts';
import { TEXT_MAX } from '../../../shared/domain/message-limits.ts';
import { REPLY_VARIABLES } from '../../../shared/domain/saved-reply.ts';
import { t } from '../../lib/i18n.ts';
import { DocsLink } from '../../ui/links/docs-link.tsx';
import classes from './automation.module.css';
import type { RuleThings } from './automation.queries.ts';
import { ChoiceChip, HoursChip } from './chips.tsx';
import { ThingChip } from './condition-row.tsx';
import { ACTION_PHRASES, actionOf, actionPhrase } from './rule-parts.ts';
import { TemplateValues } from './template-values.tsx';

/** One action of the sentence, after “then”. */
export function ActionRow({
  action,
  things,
  isWrong,
  onChange,
}: {
  action: RuleAction;
  things: RuleThings;
  isWrong: boolean;
  onChange: (action: RuleAction) => void;
}) {
  const phrase = actionPhrase(action);
  return (
    <>
      <ChoiceChip
        label={t('automation:editor.action')}
        shown={t(`automation:actions.${phrase}`)}
        items={ACTION_PHRASES.map((id) => ({ id, name: t(`automation:actions.${id}`), isOn: id === phrase }))}
        onPick={(id) => {
          const picked = ACTION_PHRASES.find((one) => one === id);
          if (picked && picked !== phrase) onChange(actionOf(picked));
        }}
        isPhrase
        testId="rule-action"
      />
      <ActionValue action={action} things={things} isWrong={isWrong} onChange={onChange} />
    </>
  );
}

function ActionValue(props: {
  action: RuleAction;
  things: RuleThings;
  isWrong: boolean;
  onChange: (action: RuleAction) => void;
}) {
  const { action, things, isWrong, onChange } = props;
  switch (action.kind) {
    case 'text':
      return (
        <TextValue text={action.text} isWrong={isWrong} onChange={(text) => onChange({ ...action, text })} />
      );
    case 'saved_reply':
      return (
        <ThingChip
          label={t('automation:editor.reply')}
          id={action.savedReplyId}
          things={things.replies}
          nothing={t('automation:editor.noReplies')}
          onPick={(savedReplyId) => onChange({ ...action, savedReplyId })}
          isWrong={isWrong}
        />
      );
    case 'template':
      return <TemplateValues {...props} action={action} />;
    case 'assign':
      if (action.memberId === null) return null;
      return (
        <ThingChip
          label={t('automation:editor.member')}
          id={action.memberId}
          things={things.members}
          onPick={(memberId) => onChange({ ...action, memberId })}
          isWrong={isWrong}
        />
      );
    case 'label':
      return (
        <ThingChip
          label={t('automation:editor.label')}
          id={action.labelId}
          things={things.labels}
          nothing={t('automation:editor.noLabels')}
          onPick={(labelId) => onChange({ ...action, labelId })}
          isWrong={isWrong}
        />
      );
    case 'snooze':
      return (
        <HoursChip
          label={t('automation:editor.snooze')}
          hours={action.hours}
          onChange={(hours) => onChange({ ...action, hours })}
        />
      );
    case 'webhook':
      return (
        <span className={classes.hint}>
          {t('automation:editor.webhookHint')}{' '}
          <DocsLink page="events">
            <code>automation.triggered</code>
          </DocsLink>
          .
        </span>
      );
    case 'close':
      return null;
  }
}

/** The text of a message, with buttons for its variables. */
function TextValue({
  text,
  isWrong,
  onChange,
}: {
  text: string;
  isWrong: boolean;
  onChange: (text: string) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  function insert(variable: string): void {
    const from = field.current?.selectionStart ?? text.length;
    const to = field.current?.selectionEnd ?? from;
    const words = `{{${variable}}}`;
    onChange(text.slice(0, from) + words + text.slice(to));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + words.length, from + words.length);
    });
  }
  return (
    <div className={classes.block}>
      <Textarea
        ref={field}
        aria-label={t('automation:editor.text')}
        placeholder={t('automation:editor.text')}
        value={text}
        error={isWrong}
        maxLength={TEXT_MAX}
        autosize
        minRows={2}
        maxRows={10}
        dir="auto"
        onChange={(event) => onChange(event.currentTarget.value)}
        data-testid="rule-text"
      />
      <Group gap={6} mt={6}>
        {REPLY_VARIABLES.map((variable) => (
          <Button key={variable} variant="default" size="compact-xs" onClick={() => insert(variable)}>
            {t(`inbox:savedReplies.variables.${variable.replace('.', '_') as 'contact_name'}`)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
