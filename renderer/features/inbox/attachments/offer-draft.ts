import type { Attachment } from '../../../../shared/contract/send-message.ts';
import { INTERACTIVE_MAX } from '../../../../shared/domain/message-limits.ts';

type Interactive = Extract<Attachment, { type: 'interactive' }>['interactive'];

/** A message with buttons, a list or a link while it is written. Parts of other kinds stay as they were typed. */
export interface OfferDraft {
  kind: Interactive['type'];
  header: string;
  body: string;
  footer: string;
  /** The labels of reply buttons. */
  buttons: readonly string[];
  /** The label of the button that opens the list. */
  listLabel: string;
  sections: readonly DraftSection[];
  linkLabel: string;
  url: string;
}

export interface DraftSection {
  title: string;
  rows: readonly { title: string; description: string }[];
}

export const BLANK_ROW = { title: '', description: '' };
export const BLANK_SECTION: DraftSection = { title: '', rows: [BLANK_ROW] };

const BLANK: OfferDraft = {
  kind: 'button',
  header: '',
  body: '',
  footer: '',
  buttons: ['', ''],
  listLabel: '',
  sections: [{ title: '', rows: [BLANK_ROW, BLANK_ROW] }],
  linkLabel: '',
  url: '',
};

/** Returns the draft that was typed before, or that of a message that was not sent. */
export function offerDraftOf(unsent: object | null): OfferDraft {
  const { interactive } = (unsent ?? {}) as { interactive?: Interactive };
  if (!interactive) return { ...BLANK, ...unsent };
  const { type, header, body, footer } = interactive;
  const texts = {
    kind: type,
    header: header?.type === 'text' ? header.text : '',
    body: body.text,
    footer: footer?.text ?? '',
  };
  switch (type) {
    case 'button':
      return { ...BLANK, ...texts, buttons: interactive.action.buttons.map(({ reply }) => reply.title) };
    case 'list': {
      const { button, sections } = interactive.action;
      return {
        ...BLANK,
        ...texts,
        listLabel: button,
        sections: sections.map(({ title = '', rows }) => ({
          title,
          rows: rows.map((row) => ({ title: row.title, description: row.description ?? '' })),
        })),
      };
    }
    case 'cta_url': {
      const { display_text: linkLabel, url } = interactive.action.parameters;
      return { ...BLANK, ...texts, linkLabel, url };
    }
  }
}

/** Returns the message of a draft with what is filled in; empty buttons and rows are left out. */
export function interactiveOf(draft: OfferDraft): Interactive {
  const [header, footer] = [draft.header.trim(), draft.footer.trim()];
  const texts = {
    ...(header && { header: { type: 'text' as const, text: header } }),
    body: { text: draft.body.trim() },
    ...(footer && { footer: { text: footer } }),
  };
  if (draft.kind === 'button') {
    const buttons = filled(draft.buttons).map((title, index) => ({
      type: 'reply' as const,
      reply: { id: `button-${index + 1}`, title },
    }));
    return { type: 'button', ...texts, action: { buttons } };
  }
  if (draft.kind === 'list') {
    let made = 0;
    const sections = draft.sections.map(({ title, rows }) => ({
      ...(title.trim() && { title: title.trim() }),
      rows: rows
        .filter((row) => row.title.trim() !== '')
        .map((row) => {
          made += 1;
          const description = row.description.trim();
          return { id: `row-${made}`, title: row.title.trim(), ...(description && { description }) };
        }),
    }));
    const used = sections.filter(({ rows }) => rows.length > 0);
    return { type: 'list', ...texts, action: { button: draft.listLabel.trim(), sections: used } };
  }
  const parameters = { display_text: draft.linkLabel.trim(), url: draft.url.trim() };
  return { type: 'cta_url', ...texts, action: { name: 'cta_url', parameters } };
}

/** Returns whether the platform accepts the message of a draft. */
export function isComplete(draft: OfferDraft): boolean {
  const interactive = interactiveOf(draft);
  if (interactive.body.text === '') return false;
  switch (interactive.type) {
    case 'button':
      return interactive.action.buttons.length > 0 && !hasRepeats(draft);
    case 'list': {
      const { button, sections } = interactive.action;
      const isNamed = sections.length === 1 || sections.every(({ title }) => title !== undefined);
      return button !== '' && sections.length > 0 && isNamed && rowCount(draft) <= INTERACTIVE_MAX.rows;
    }
    case 'cta_url':
      return interactive.action.parameters.display_text !== '' && isLink(draft.url);
  }
}

/** Returns whether two buttons have the same label, which the platform rejects. */
export function hasRepeats({ buttons }: OfferDraft): boolean {
  const titles = filled(buttons);
  return new Set(titles).size < titles.length;
}

/** Returns whether a text is an http or https address. */
export function isLink(text: string): boolean {
  const url = text.trim();
  return /^https?:\/\/[^/\s]+\S*$/i.test(url) && URL.canParse(url);
}

/** Returns the number of rows of a list, empty ones too. */
export function rowCount({ sections }: OfferDraft): number {
  return sections.reduce((count, { rows }) => count + rows.length, 0);
}

function filled(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
