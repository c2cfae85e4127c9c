import { randomBytes } from 'node:crypto';
import type { FinishReason, TokenLogprob, TokenUsage } from '../protocol.ts';
import { type AnswerHead, tokenLogprobs } from './completion.ts';

type Item = Record<string, unknown> & { id: string; type: string };
/** Sends an event of the stream. */
type Emit = (type: string, event: Record<string, unknown>) => void;

/** An item that is being written. */
interface Open {
  index: number;
  item: Item;
  text: string;
  logprobs: TokenLogprob[];
  /** Which of the calls it is; null for text. */
  call: number | null;
}

/**
 * Builds the output of a response from the pieces of an answer, and the events that a stream has for each of them.
 * @param settings of the request, which the response repeats.
 */
export function createResponseOutput(head: AnswerHead, settings: Record<string, unknown>, emit: Emit) {
  const output: Item[] = [];
  let open: Open | null = null;
  let reason: FinishReason = 'stop';

  const response = (status: string, usage: TokenUsage | null) => ({
    id: head.id,
    object: 'response',
    created_at: head.created,
    status,
    background: false,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model: head.model,
    output: status === 'in_progress' ? [] : output,
    ...settings,
    usage: usage && usageOf(usage),
  });

  /** Returns the item that the next piece belongs to, and begins it if it is another one. */
  function itemOf(type: 'message' | 'reasoning' | 'function_call', call: number | null, name = ''): Open {
    if (open?.item.type === type && open.call === call) return open;
    close();
    const item = newItem(type, name);
    open = { index: output.length, item, text: '', logprobs: [], call };
    output.push(item);
    emit('response.output_item.added', { output_index: open.index, item });
    if (type !== 'function_call') {
      const place = { item_id: item.id, output_index: open.index, content_index: 0 };
      emit('response.content_part.added', { ...place, part: partOf(open) });
    }
    return open;
  }

  function close(isWhole = true): void {
    if (!open) return;
    const { index, item, text, logprobs } = open;
    const place = { item_id: item.id, output_index: index };
    const status = isWhole ? 'completed' : 'incomplete';
    const part = partOf(open);
    if (item.type === 'function_call') {
      emit('response.function_call_arguments.done', { ...place, name: item.name, arguments: text });
      Object.assign(item, { arguments: text, status });
    } else {
      const done = item.type === 'message' ? 'response.output_text.done' : 'response.reasoning_text.done';
      emit(done, {
        ...place,
        content_index: 0,
        text,
        ...(item.type === 'message' ? { logprobs: tokenLogprobs(logprobs) } : {}),
      });
      emit('response.content_part.done', { ...place, content_index: 0, part });
      Object.assign(item, { content: [part], status });
    }
    emit('response.output_item.done', { output_index: index, item });
    open = null;
  }

  return {
    begin: () => {
      emit('response.created', { response: response('in_progress', null) });
      emit('response.in_progress', { response: response('in_progress', null) });
    },
    addText: (is: 'text' | 'thought', text: string, logprobs: readonly TokenLogprob[] | null) => {
      const one = itemOf(is === 'text' ? 'message' : 'reasoning', null);
      one.text += text;
      one.logprobs.push(...(logprobs ?? []));
      const place = { item_id: one.item.id, output_index: one.index, content_index: 0 };
      if (is === 'thought') emit('response.reasoning_text.delta', { ...place, delta: text });
      else
        emit('response.output_text.delta', {
          ...place,
          delta: text,
          logprobs: tokenLogprobs(logprobs ?? []),
        });
    },
    addCall: (call: number, name: string | null, piece: string) => {
      const one = itemOf('function_call', call, name ?? '');
      one.text += piece;
      if (piece === '') return;
      const place = { item_id: one.item.id, output_index: one.index };
      emit('response.function_call_arguments.delta', { ...place, delta: piece });
    },
    end: (given: FinishReason) => {
      reason = given;
      // An answer without any text is an empty message.
      if (output.length === 0) itemOf('message', null);
      close(given !== 'length');
    },
    /** Returns the complete response, after its last event. */
    done: (usage: TokenUsage) => {
      const status = reason === 'length' ? 'incomplete' : 'completed';
      const whole = response(status, usage);
      emit(`response.${status}`, { response: whole });
      return whole;
    },
  };
}

function newItem(type: 'message' | 'reasoning' | 'function_call', name: string): Item {
  const id = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`;
  const status = 'in_progress';
  if (type === 'message') return { id: id('msg'), type, status, role: 'assistant', content: [] };
  if (type === 'reasoning') return { id: id('rs'), type, status, summary: [], content: [] };
  return { id: id('fc'), type, status, call_id: id('call'), name, arguments: '' };
}

function partOf({ item, text, logprobs }: Open) {
  if (item.type === 'reasoning') return { type: 'reasoning_text', text };
  return { type: 'output_text', annotations: [], logprobs: tokenLogprobs(logprobs), text };
}

function usageOf({ promptTokens, cachedTokens, completionTokens }: TokenUsage) {
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: promptTokens + completionTokens,
  };
}
