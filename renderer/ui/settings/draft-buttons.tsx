import { Button, Group } from '@mantine/core';
import { t } from '../../lib/i18n.ts';
import { MutationError } from '../mutation-button.tsx';

/** Ends a form of settings (`useDraft`): why they were not saved, Save, and Discard once something was changed. */
export function DraftButtons({
  draft,
  mutation,
  isValid = true,
  saveLabel,
  testId,
}: {
  draft: { isChanged: boolean; discard: () => void };
  mutation: { isPending: boolean; error: string | null };
  /** Whether what was typed can be saved. */
  isValid?: boolean;
  /** Says what is saved, on a page with several forms. */
  saveLabel?: string;
  testId: string;
}) {
  return (
    <>
      <MutationError mutation={mutation} />
      <Group mt="md">
        <Button
          type="submit"
          disabled={!draft.isChanged || !isValid}
          loading={mutation.isPending}
          data-testid={testId}
        >
          {saveLabel ?? t('actions.save')}
        </Button>
        {draft.isChanged && (
          <Button variant="default" onClick={draft.discard}>
            {t('actions.discardChanges')}
          </Button>
        )}
      </Group>
    </>
  );
}
