import type { PromptRecord } from '../../features/prompt-log/index.ts';
import type { Listener } from './scheduler.ts';

/** The same listener, with what was asked and answered kept at its end, where the workspace wants that. */
export function recorded(
  listener: Listener,
  record: PromptRecord | null,
  write: (work: () => Promise<void>) => void,
): Listener {
  if (!record) return listener;
  let answer = '';
  // Whoever leaves cancels it, and then neither an end nor a fault is told.
  let finishReason = 'aborted';
  const calls = new Map<number, { name: string; arguments: string }>();
  return {
    ...listener,
    onText: (is, text, logprobs) => {
      if (is === 'text') answer += text;
      listener.onText(is, text, logprobs);
    },
    onToolCall: (index, name, piece) => {
      const known = calls.get(index) ?? { name: name ?? '', arguments: '' };
      calls.set(index, { ...known, arguments: known.arguments + piece });
      listener.onToolCall(index, name, piece);
    },
    onEnd: (reason, usage) => {
      finishReason = reason;
      listener.onEnd(reason, usage);
    },
    onFault: (fault) => {
      finishReason = 'error';
      listener.onFault(fault);
    },
    onSettled: (usage) => {
      listener.onSettled(usage);
      const called = [...calls.values()].map((call) => `${call.name}(${call.arguments})`);
      const text = [...(answer === '' ? [] : [answer]), ...called].join('\n');
      const { promptTokens = null, completionTokens = null } = usage ?? {};
      write(() => record.end({ finishReason, answer: text, promptTokens, completionTokens }));
    },
  };
}
