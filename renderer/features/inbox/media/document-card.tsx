import { ActionIcon } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useFileAddress } from './media-addresses.ts';
import classes from './media-content.module.css';
import { factsOf, fileName } from './media-text.ts';
import { useSaving } from './use-saving.ts';

/** A file to download: its name, type and size. */
export function DocumentCard({ media }: { media: Media }) {
  const name = fileName(media, 'document');
  const { save, isSaving } = useSaving(useFileAddress(media.id, true), name);
  return (
    <div className={classes.document} data-testid="media-document">
      <span className={classes.tile}>
        <IconFileText size={20} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.text}>
        <strong dir="auto">{name}</strong>
        <span>{factsOf(media)}</span>
      </div>
      <ActionIcon
        className={classes.tool}
        variant="subtle"
        size={36}
        aria-label={t('inbox:media.downloadNamed', { name })}
        loading={isSaving}
        onClick={save}
        data-testid="media-download"
      >
        <IconDownload size={18} />
      </ActionIcon>
    </div>
  );
}
