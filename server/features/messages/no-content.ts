import type { MessageContent } from '../../db/models/message.model.ts';

/** A message that says nothing yet; its kind fills in what it has. */
export const NO_CONTENT: MessageContent = {
  content: null,
  templateName: null,
  templateLanguage: null,
  components: null,
  mediaUrl: null,
  caption: null,
  filename: null,
};
