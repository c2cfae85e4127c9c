import {
  ASSIST_TEXT_PATH,
  type AssistTextEvent,
  type AssistTextRequest,
} from '../../../../shared/contract/assist/assist-text.ts';
import type { ModelState } from '../../../../shared/domain/assist/model-state.ts';
import { postForStream } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Why there is no text: what came of the model, or what the server says. */
export type NoText = { state: Exclude<ModelState, 'ok'>; message: string | null };

/**
 * Asks the model for a text and yields what arrives. The connection, the server and the model may fail: that is the last
 * event, never an exception.
 */
export async function* askForText(
  request: AssistTextRequest,
  signal: AbortSignal,
): AsyncGenerator<AssistTextEvent | ({ is: 'ended' } & NoText)> {
  try {
    const reader = (await postForStream(ASSIST_TEXT_PATH, request, signal)).getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as AssistTextEvent;
    }
  } catch (error) {
    if (signal.aborted) yield { is: 'ended', state: 'stopped', message: null };
    else yield { is: 'ended', state: 'failed', message: error instanceof ApiError ? error.message : null };
  }
}
