import { ActionIcon, Button, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { INTERACTIVE_MAX as MAX } from '../../../../shared/domain/message-limits.ts';
import { t } from '../../../lib/i18n.ts';
import classes from './attachments.module.css';
import {
  BLANK_ROW,
  BLANK_SECTION,
  type DraftSection,
  hasRepeats,
  isLink,
  type OfferDraft,
  rowCount,
} from './offer-draft.ts';

interface FieldsProps {
  draft: OfferDraft;
  onChange(change: Partial<OfferDraft>): void;
}

/** The labels of reply buttons. */
export function ButtonFields({ draft, onChange }: FieldsProps) {
  const { buttons } = draft;
  const repeats = hasRepeats(draft);
  return (
    <Input.Wrapper label={t('attachments:interactive.kinds.button')} labelElement="div" required>
      <Stack gap="xs">
        {buttons.map((title, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a button has nothing else that stays the same
          <div key={index} className={classes.row}>
            <TextInput
              aria-label={t('attachments:interactive.button', { number: index + 1 })}
              placeholder={t('attachments:interactive.button', { number: index + 1 })}
              maxLength={MAX.label}
              value={title}
              error={repeats && index === buttons.length - 1 ? t('attachments:interactive.repeated') : null}
              onChange={(event) => onChange({ buttons: buttons.with(index, event.currentTarget.value) })}
              dir="auto"
              data-testid="offer-button"
            />
            <RemoveButton
              label={t('attachments:interactive.removeButton', { number: index + 1 })}
              isDisabled={buttons.length === 1}
              onClick={() => onChange({ buttons: buttons.filter((_, at) => at !== index) })}
            />
          </div>
        ))}
        <AddButton
          isDisabled={buttons.length >= MAX.buttons}
          onClick={() => onChange({ buttons: [...buttons, ''] })}
        >
          {t('attachments:interactive.addButton')}
        </AddButton>
      </Stack>
    </Input.Wrapper>
  );
}

/** The sections and rows of a list, and the label of the button that opens it. */
export function ListFields({ draft, onChange }: FieldsProps) {
  const { sections, listLabel } = draft;
  const isFull = rowCount(draft) >= MAX.rows;
  const setSection = (index: number, change: Partial<DraftSection>) =>
    onChange({
      sections: sections.map((section, at) => (at === index ? { ...section, ...change } : section)),
    });
  return (
    <Stack gap="xs">
      <TextInput
        label={t('attachments:interactive.listLabel')}
        required
        maxLength={MAX.label}
        value={listLabel}
        onChange={(event) => onChange({ listLabel: event.currentTarget.value })}
        dir="auto"
        data-testid="offer-list-label"
      />
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section has nothing else that stays the same
        <fieldset key={index} className={classes.section}>
          {sections.length > 1 && (
            <div className={classes.row}>
              <TextInput
                aria-label={t('attachments:interactive.section', { number: index + 1 })}
                placeholder={t('attachments:interactive.section', { number: index + 1 })}
                required
                maxLength={MAX.sectionTitle}
                value={section.title}
                onChange={(event) => setSection(index, { title: event.currentTarget.value })}
                dir="auto"
              />
              <RemoveButton
                label={t('attachments:interactive.removeSection', { number: index + 1 })}
                onClick={() => onChange({ sections: sections.filter((_, at) => at !== index) })}
              />
            </div>
          )}
          <Rows section={section} onChange={(rows) => setSection(index, { rows })} isFull={isFull} />
        </fieldset>
      ))}
      <AddButton isDisabled={isFull} onClick={() => onChange({ sections: [...sections, BLANK_SECTION] })}>
        {t('attachments:interactive.addSection')}
      </AddButton>
    </Stack>
  );
}

function Rows({
  section: { rows },
  isFull,
  onChange,
}: {
  section: DraftSection;
  isFull: boolean;
  onChange(rows: DraftSection['rows']): void;
}) {
  return (
    <>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else that stays the same
        <div key={index} className={classes.row}>
          <TextInput
            aria-label={t('attachments:interactive.row', { number: index + 1 })}
            placeholder={t('attachments:interactive.row', { number: index + 1 })}
            maxLength={MAX.rowTitle}
            value={row.title}
            onChange={(event) => onChange(rows.with(index, { ...row, title: event.currentTarget.value }))}
            dir="auto"
            data-testid="offer-row"
          />
          <TextInput
            className={classes.grow}
            aria-label={t('attachments:interactive.description', { number: index + 1 })}
            placeholder={t('attachments:interactive.descriptionHint')}
            maxLength={MAX.rowDescription}
            value={row.description}
            onChange={(event) =>
              onChange(rows.with(index, { ...row, description: event.currentTarget.value }))
            }
            dir="auto"
          />
          <RemoveButton
            label={t('attachments:interactive.removeRow', { number: index + 1 })}
            isDisabled={rows.length === 1}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <AddButton isDisabled={isFull} onClick={() => onChange([...rows, BLANK_ROW])}>
        {t('attachments:interactive.addRow')}
      </AddButton>
    </>
  );
}

/** The label and the address of a link button. */
export function LinkFields({ draft: { linkLabel, url }, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        label={t('attachments:interactive.linkLabel')}
        required
        maxLength={MAX.label}
        value={linkLabel}
        onChange={(event) => onChange({ linkLabel: event.currentTarget.value })}
        dir="auto"
        data-testid="offer-link-label"
      />
      <TextInput
        label={t('attachments:interactive.url')}
        required
        type="url"
        maxLength={2_048}
        value={url}
        error={url.trim() !== '' && !isLink(url) ? t('attachments:interactive.noUrl') : null}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        dir="ltr"
        data-testid="offer-url"
      />
    </>
  );
}

interface ChangeButtonProps {
  isDisabled?: boolean;
  onClick: () => void;
}

function AddButton({ isDisabled = false, onClick, children }: ChangeButtonProps & { children: string }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} />}
      disabled={isDisabled}
      onClick={onClick}
      style={{ alignSelf: 'flex-start' }}
    >
      {children}
    </Button>
  );
}

function RemoveButton({ label, isDisabled = false, onClick }: ChangeButtonProps & { label: string }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <IconTrash size={16} />
    </ActionIcon>
  );
}
