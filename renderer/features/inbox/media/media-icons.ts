import {
  type Icon,
  IconFileText,
  IconMicrophone,
  IconPhoto,
  IconSticker,
  IconVideo,
} from '@tabler/icons-react';
import type { MediaKind } from '../../../../shared/domain/media-kind.ts';

/** The icon of each kind of file. */
export const MEDIA_ICONS: Readonly<Record<MediaKind, Icon>> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  document: IconFileText,
  sticker: IconSticker,
};
