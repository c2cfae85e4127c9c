import { Textarea } from '@mantine/core';
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
import { SettingsSection } from '../../ui/settings/settings-section.tsx';

/** How the workspace writes its order numbers, so that they are found in messages of customers. */
export function OrderFormats({ stored }: { stored: readonly string[] }) {
  const draft = useDraft(stored.join('\n'));
  const { values: text, set, saved } = draft;
  const saving = useMutation(
    async (sent: string) => ({
      sent,
      settings: await api.assist.change({ body: { orderFormats: formatsOf(sent) } }),
    }),
    {
      toast: () => t('assist:orders.saved'),
      onSuccess: ({ sent, settings }) => {
        saved(sent, settings.orderFormats.join('\n'));
        applyAssistSettings(settings);
      },
    },
  );
  const formats = formatsOf(text);
  const wrong = formats.find((format) => !isOrderFormat(format));
  const isTooMany = formats.length > ORDER_FORMATS_MAX;
  const problem =
    wrong !== undefined
      ? t('assist:orders.wrong', { format: wrong, max: ORDER_FORMAT_MAX })
      : isTooMany
        ? t('assist:orders.tooMany', { max: ORDER_FORMATS_MAX })
        : null;
  return (
    <SettingsSection title={t('assist:orders.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(text);
        }}
      >
        <Textarea
          label={t('assist:orders.label')}
          description={t('assist:orders.hint')}
          placeholder={t('assist:orders.placeholder')}
          error={problem}
          autosize
          minRows={2}
          maxRows={ORDER_FORMATS_MAX}
          maxLength={(ORDER_FORMAT_MAX + 1) * (ORDER_FORMATS_MAX + 1)}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
          data-testid="assist-orders"
        />
        <DraftButtons
          draft={draft}
          mutation={saving}
          isValid={problem === null}
          saveLabel={t('assist:orders.save')}
          testId="assist-orders-save"
        />
      </form>
    </SettingsSection>
  );
}

/** Returns the formats of a text, one a line. */
function formatsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
