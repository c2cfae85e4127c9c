import { useStickyNotices } from '../../ui/overlays/sticky-notice.tsx';
import { useNotices } from './use-notices.ts';

/** Notifies the person about what happens elsewhere. Shows nothing itself. */
export function NoticeLayer() {
  useNotices();
  useStickyNotices();
  return null;
}
