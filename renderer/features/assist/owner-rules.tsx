import { Select, Textarea } from '@mantine/core';
import { useId } from 'react';
import type { AssistSettings } from '../../../shared/contract/assist/assist.contract.ts';
import {
  ASKED_AGAIN_MAX,
  isUrgentWord,
  URGENT_WORD_MAX,
  URGENT_WORDS_MAX,
} from '../../../shared/domain/assist/marks.ts';
import {
  isOrderFormat,
  ORDER_FORMAT_MAX,
  ORDER_FORMATS_MAX,
} from '../../../shared/domain/assist/order-formats.ts';
import { api } from '../../lib/api/api.ts';
import { applyAssistSettings } from '../../lib/assist-settings.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { DraftButtons } from '../../ui/settings/draft-buttons.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';

/** How the workspace writes its order numbers, so that they are found in messages of customers. */
export function OrderFormats({ stored }: { stored: readonly string[] }) {
  return (
    <SettingsSection title={t('assist:orders.title')}>
      <ListForm
        name="orders"
        stored={stored}
        most={ORDER_FORMATS_MAX}
        longest={ORDER_FORMAT_MAX}
        isValid={isOrderFormat}
        save={async (orderFormats) => {
          const settings = await api.assist.change({ body: { orderFormats } });
          return { settings, list: settings.orderFormats };
        }}
      />
    </SettingsSection>
  );
}

/** What marks a conversation as urgent: words of the owner, and a customer who asks again. */
export function UrgencyRules({ stored }: { stored: AssistSettings }) {
  return (
    <SettingsSection title={t('assist:urgency.title')}>
      <p>{t('assist:urgency.lead')}</p>
      <AskedAgain minutes={stored.askedAgainMinutes} />
      <ListForm
        name="urgency"
        stored={stored.urgentWords}
        most={URGENT_WORDS_MAX}
        longest={URGENT_WORD_MAX}
        isValid={(word) => word.length <= URGENT_WORD_MAX && isUrgentWord(word)}
        save={async (urgentWords) => {
          const settings = await api.assist.change({ body: { urgentWords } });
          return { settings, list: settings.urgentWords };
        }}
      />
    </SettingsSection>
  );
}

const MINUTES = [0, 10, 30, 60, 120, 240, ASKED_AGAIN_MAX];

function AskedAgain({ minutes }: { minutes: number }) {
  const labelId = useId();
  const saving = useMutation(
    (askedAgainMinutes: number) => api.assist.change({ body: { askedAgainMinutes } }),
    { onSuccess: applyAssistSettings },
  );
  // One that a program has set stays a choice.
  const choices = [...new Set([...MINUTES, minutes])].toSorted((one, other) => one - other);
  return (
    <SettingRow
      label={t('assist:urgency.again')}
      labelId={labelId}
      description={t('assist:urgency.againHint')}
      problem={saving.error ? t('assist:notSaved') : null}
    >
      <Select
        aria-labelledby={labelId}
        data={choices.map((value) => ({ value: String(value), label: minutesText(value) }))}
        value={String(saving.isPending ? saving.variables : minutes)}
        onChange={(value) => value !== null && saving.mutate(Number(value))}
        disabled={saving.isPending}
        allowDeselect={false}
        w={170}
        data-testid="assist-asked-again"
      />
    </SettingRow>
  );
}

function minutesText(minutes: number): string {
  if (minutes === 0) return t('assist:urgency.never');
  return minutes % 60 === 0
    ? t('assist:urgency.hours', { count: minutes / 60 })
    : t('assist:urgency.minutes', { count: minutes });
}

/** A list of the owner's, one entry a line, which is saved as a whole. */
function ListForm({
  name,
  stored,
  most,
  longest,
  isValid,
  save,
}: {
  name: 'orders' | 'urgency';
  stored: readonly string[];
  most: number;
  longest: number;
  isValid: (entry: string) => boolean;
  save: (entries: string[]) => Promise<{ settings: AssistSettings; list: readonly string[] }>;
}) {
  const draft = useDraft(stored.join('\n'));
  const { values: text, set, saved } = draft;
  const saving = useMutation(async (sent: string) => ({ sent, ...(await save(entriesOf(sent))) }), {
    toast: () => t(`assist:${name}.saved`),
    onSuccess: ({ sent, settings, list }) => {
      saved(sent, list.join('\n'));
      applyAssistSettings(settings);
    },
  });
  const entries = entriesOf(text);
  const wrong = entries.find((entry) => !isValid(entry));
  const problem =
    wrong !== undefined
      ? t(`assist:${name}.wrong`, { entry: wrong, max: longest })
      : entries.length > most
        ? t(`assist:${name}.tooMany`, { max: most })
        : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(text);
      }}
    >
      <Textarea
        label={t(`assist:${name}.label`)}
        description={t(`assist:${name}.hint`)}
        placeholder={t(`assist:${name}.placeholder`)}
        error={problem}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={(longest + 1) * (most + 1)}
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
        data-testid={`assist-${name}`}
      />
      <DraftButtons
        draft={draft}
        mutation={saving}
        isValid={problem === null}
        saveLabel={t(`assist:${name}.save`)}
        testId={`assist-${name}-save`}
      />
    </form>
  );
}

/** Returns the entries of a text, one a line. */
function entriesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
