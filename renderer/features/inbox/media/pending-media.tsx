import { IconFileText } from '@tabler/icons-react';
import { formatSize } from '../../../lib/format/format-size.ts';
import type { PendingFile } from '../outbox/outbox.store.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import classes from './media-content.module.css';
import { previews } from './tray.store.ts';

/** A file whose message the server has not confirmed. Shows its preview if the page still has it. */
export function PendingMedia({ media }: { media: PendingFile }) {
  const preview = previews.get(media.id);
  if (preview && media.kind === 'image') return <img className={classes.pending} src={preview} alt="" />;
  if (preview && media.kind === 'sticker') {
    return (
      <div className={classes.sticker}>
        <img src={preview} alt="" />
      </div>
    );
  }
  return (
    <div className={classes.document}>
      <span className={classes.tile}>
        <IconFileText size={20} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.text}>
        <strong dir="auto">{media.filename ?? kindLabel(media.kind)}</strong>
        <span>{formatSize(media.size)}</span>
      </div>
    </div>
  );
}
