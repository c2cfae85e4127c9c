import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  AssistTextEvent,
  AssistTextRequest,
  CatchUp,
  Snippet,
} from '../../../../shared/contract/assist/assist-text.ts';
import { askForText, type NoText } from './ask-for-text.ts';

type Done = Extract<AssistTextEvent, { is: 'done' }>;

/** A text that was asked for, while it is written and after. */
export interface AskedText {
  phase: 'idle' | 'writing' | 'done' | 'ended';
  /** What has arrived so far. */
  written: string;
  done: Done | null;
  snippets: Snippet[] | null;
  catchUp: CatchUp | null;
  noText: NoText | null;
}

const NOTHING: AskedText = {
  ...{ phase: 'idle', written: '', done: null, snippets: null, catchUp: null, noText: null },
};

/** Asks for texts, one at a time. The model stops when another is asked for, and when the component is removed. */
export function useText() {
  const [asked, setAsked] = useState(NOTHING);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const ask = useCallback(async (request: AssistTextRequest): Promise<AskedText> => {
    current.current?.abort();
    const abort = new AbortController();
    current.current = abort;
    let state: AskedText = { ...NOTHING, phase: 'writing' };
    setAsked(state);
    for await (const event of askForText(request, abort.signal)) {
      if (current.current !== abort) return state;
      state = next(state, event);
      setAsked(state);
    }
    if (state.phase === 'writing')
      state = { ...state, phase: state.catchUp || state.snippets ? 'done' : 'ended' };
    if (current.current === abort) setAsked(state);
    return state;
  }, []);

  const stop = useCallback(() => {
    current.current?.abort();
    current.current = null;
    setAsked(NOTHING);
  }, []);
  return { asked, ask, stop };
}

function next(state: AskedText, event: AssistTextEvent | ({ is: 'ended' } & NoText)): AskedText {
  if (event.is === 'piece') return { ...state, written: state.written + event.text };
  if (event.is === 'snippets') return { ...state, snippets: event.snippets };
  if (event.is === 'catchUp') return { ...state, catchUp: event.catchUp, phase: 'done' };
  if (event.is === 'done') return { ...state, done: event, phase: 'done' };
  const { state: why } = event;
  const noText = {
    state: why === 'ok' ? ('failed' as const) : why,
    message: 'message' in event ? event.message : null,
  };
  return { ...state, noText, phase: state.catchUp || state.snippets ? 'done' : 'ended' };
}
