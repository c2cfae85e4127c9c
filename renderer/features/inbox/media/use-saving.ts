import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { sentenceOf } from '../../../lib/api-error.ts';
import { DesktopError } from '../../../lib/desktop.ts';
import { t } from '../../../lib/i18n.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { FileAddress } from './media-addresses.ts';

/** Saving one file, and what a button needs to know of it. */
export function useSaving(address: FileAddress | null, name: string) {
  const [isSaving, setSaving] = useState(false);
  async function work(url: string): Promise<void> {
    setSaving(true);
    try {
      await saveFile(url, name);
    } catch (error) {
      const message = error instanceof DesktopError ? sentenceOf(error) : t('inbox:media.saveFailed');
      notifications.show({ color: 'red', title: t('inbox:media.saveFailedTitle'), message });
    } finally {
      setSaving(false);
    }
  }
  return {
    isSaving,
    save: () => {
      if (address && !isSaving) void work(address.url);
    },
  };
}
