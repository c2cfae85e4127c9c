import { IconPaperclip } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import classes from './drop-zone.module.css';

/** Accepts files that are dropped anywhere on the page. While they hover, names the open conversation. */
export function DropZone({ to, onFiles }: { to: string; onFiles: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    // Every nested element fires dragenter and dragleave, so the events are counted.
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);

  if (!isOver) return null;
  return (
    <div className={classes.zone} data-testid="drop-zone">
      <div className={classes.card}>
        <IconPaperclip size={28} stroke={1.6} aria-hidden />
        <strong>{t('inbox:media.drop.title')}</strong>
        <span dir="auto">{to}</span>
      </div>
    </div>
  );
}
