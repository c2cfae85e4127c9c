import { useEffect, useRef, useState } from 'react';
import type { ReviewFinding } from '../../../../shared/contract/assist/own-review.contract.ts';
import type { ModelState } from '../../../../shared/domain/assist/model-state.ts';
import { api } from '../../../lib/api/api.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';

/** The model is asked again after a moment where others needed it, and so often. */
const AGAIN_MS = 5_000;
const TRIES = 4;

/** How far the model is with the answers of a person, and what it has found. */
export interface ModelLook {
  state: 'idle' | 'running' | 'stopped' | 'done';
  done: number;
  /** Answers that it could not read: their language, or its answer was none. */
  leftOut: number;
  /** Why it has stopped, as a state of the model or as a sentence. */
  problem: Extract<ModelState, 'no_model' | 'busy'> | { text: string } | null;
  findings: ReviewFinding[];
}

const NOTHING: ModelLook = { state: 'idle', done: 0, leftOut: 0, problem: null, findings: [] };

/** Lets the model look at one answer after the other, for as long as the page is open. */
export function useModelLook() {
  const [look, setLook] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(answers: readonly string[]): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setLook({ ...NOTHING, state: 'running' });
    for (const id of answers) {
      const one = await lookAt(id, controller.signal);
      if (controller.signal.aborted) return;
      if ('problem' in one) return setLook((look) => ({ ...look, state: 'stopped', problem: one.problem }));
      setLook((look) => ({
        ...look,
        done: look.done + 1,
        leftOut: look.leftOut + (one.isLeftOut ? 1 : 0),
        findings: [...look.findings, ...one.findings],
      }));
    }
    setLook((look) => ({ ...look, state: 'done' }));
  }

  function stop(): void {
    running.current?.abort();
    setLook((look) => ({ ...look, state: 'stopped' }));
  }

  /** Shows what the person has said about a finding. One that is wrong is not shown any more. */
  function judged(judged: ReviewFinding, isRight: boolean): void {
    const change = (one: ReviewFinding) => {
      if (one !== judged || !one.byModel) return [one];
      return isRight ? [{ ...one, byModel: { ...one.byModel, isRight } }] : [];
    };
    setLook((look) => ({ ...look, findings: look.findings.flatMap(change) }));
  }

  return { look, start, stop, judged };
}

type Looked = { findings: ReviewFinding[]; isLeftOut: boolean } | Pick<ModelLook, 'problem'>;

async function lookAt(id: string, signal: AbortSignal): Promise<Looked> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { state, findings } = await api.ownReview.look({ params: { id } }, { signal });
      if (state === 'ok') return { findings, isLeftOut: false };
      if (state === 'no_model') return { problem: state };
      if (state !== 'busy' && state !== 'shed') return { findings: [], isLeftOut: true };
      if (tries === TRIES) return { problem: 'busy' };
    } catch (error) {
      return { problem: { text: sentenceOf(error) } };
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    if (signal.aborted) return { problem: null };
  }
}
