import { GraphApiError } from '../../graph-api-error.ts';
import { objectAt, onlyKeys, stringAt } from '../shape.ts';

const longestBody = 4_096;

/** Checks a text, with or without a preview of its first link. */
export function textKind(content: unknown): void {
  const text = objectAt(content, 'text');
  onlyKeys(text, 'text', ['body', 'preview_url']);
  stringAt(text.body, "text['body']", longestBody);
  if (text.preview_url !== undefined && typeof text.preview_url !== 'boolean') {
    throw new GraphApiError(100, { message: "(#100) Param text['preview_url'] must be a boolean." });
  }
}
