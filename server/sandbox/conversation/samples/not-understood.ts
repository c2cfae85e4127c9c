import type { Sample } from './sample.ts';

const unknownType = {
  code: 131051,
  title: 'Message type unknown',
  message: 'Message type unknown',
  error_data: { details: 'Message type is currently not supported.' },
};

/** Messages that the platform does not support, and message types that do not exist yet. */
export const NOT_UNDERSTOOD: readonly Sample[] = [
  {
    name: 'unsupported',
    label: 'Poll (unsupported)',
    group: 'Not understood',
    type: 'unsupported',
    payload: { type: 'poll' },
    extra: { errors: [unknownType] },
  },
  {
    name: 'unknown',
    label: 'Unknown, older form',
    group: 'Not understood',
    type: 'unknown',
    extra: {
      errors: [
        {
          code: 131051,
          details: 'Message type is not currently supported',
          title: 'Unsupported message type',
        },
      ],
    },
  },
  {
    name: 'new_kind',
    label: 'A kind nobody knows yet',
    group: 'Not understood',
    type: 'hologram',
    payload: { depth: 3 },
  },
  {
    name: 'media_lost',
    label: 'A file that is too large',
    group: 'Not understood',
    type: 'unsupported',
    extra: {
      errors: [
        {
          code: 131052,
          title: 'Media download error',
          error_data: { details: 'Failed to download the media from the sender.' },
        },
      ],
    },
  },
  {
    name: 'interactive_empty',
    label: 'An answer without content',
    group: 'Not understood',
    type: 'interactive',
    valueErrors: [unknownType],
  },
];
