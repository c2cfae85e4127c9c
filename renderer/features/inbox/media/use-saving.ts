import { DesktopError } from '../../../lib/desktop/desktop.ts';
import { saveFile } from '../../../lib/desktop/save-file.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import type { FileAddress } from './media-addresses.ts';

/** Returns a function that saves a file, and the state for its button. */
export function useSaving(address: FileAddress | null, name: string) {
  const saving = useMutation((url: string) => saveFile(url, name), {
    onError: (error) =>
      showErrorToast(
        t('inbox:media.saveFailedTitle'),
        error instanceof DesktopError ? error : t('inbox:media.saveFailed'),
      ),
  });
  return {
    isSaving: saving.isPending,
    save: () => {
      if (address && !saving.isPending) saving.mutate(address.url);
    },
  };
}
