import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leavePages } from '../../../lib/on-leave.ts';
import { moveFiles } from '../media/moved-files.ts';
import {
  discardRecording,
  patchRecording,
  startRecording,
  stopRecording,
  useRecordings,
} from './recordings.store.ts';

vi.mock('../../../lib/to-ogg.ts', () => ({ toOgg: async (sound: Blob) => sound }));

/** A microphone of the test: whether it is on shows what records. */
class Microphone {
  isOn = true;
  onended: (() => void) | null = null;
  stop(): void {
    this.isOn = false;
  }
  getTracks(): this[] {
    return [this];
  }
}

class FakeNode {
  fftSize = 1;
  stream = {};
  connect(): void {}
  getFloatTimeDomainData(): void {}
}

class FakeRecorder {
  static isTypeSupported = () => true;
  state = 'inactive';
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onstop: (() => void) | null = null;
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.ondataavailable?.({ data: new Blob(['sound']) });
    // As in a browser, the event comes after the call has returned.
    setTimeout(() => this.onstop?.());
  }
}

/** The questions of the browser, in their order: each is answered with a microphone or an error. */
let asked: { allow(): Microphone; refuse(): void }[] = [];

function getUserMedia(): Promise<Microphone> {
  return new Promise((resolve, reject) => {
    asked.push({
      allow: () => {
        const microphone = new Microphone();
        resolve(microphone);
        return microphone;
      },
      refuse: () => reject(new DOMException('', 'NotAllowedError')),
    });
  });
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AnalyserNode', FakeNode);
  vi.stubGlobal('MediaStreamAudioDestinationNode', FakeNode);
  vi.stubGlobal(
    'AudioContext',
    class {
      createMediaStreamSource = () => new FakeNode();
      close = async () => {};
    },
  );
});
afterEach(() => {
  leavePages();
  vi.unstubAllGlobals();
});

const phases = () =>
  Object.fromEntries(Object.entries(useRecordings.getState()).map(([id, { phase }]) => [id, phase]));
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('starting a voice note', () => {
  it('twice in a conversation starts one, which a later start does not replace', async () => {
    void startRecording('cv_a');
    void startRecording('cv_a');
    expect(asked).toHaveLength(1);
    const microphone = asked[0]?.allow();
    await settled();
    await startRecording('cv_a');
    expect(phases()).toEqual({ cv_a: 'recording' });
    stopRecording('cv_a');
    await vi.waitFor(() => expect(phases()).toEqual({ cv_a: 'recorded' }));
    await startRecording('cv_a');
    expect(asked).toHaveLength(1);
    expect(phases()).toEqual({ cv_a: 'recorded' });
    expect(microphone?.isOn).toBe(false);
  });

  it('does not begin after the person has left the conversation', async () => {
    void startRecording('cv_a');
    stopRecording('cv_a');
    const microphone = asked[0]?.allow();
    await settled();
    expect(phases()).toEqual({});
    expect(microphone?.isOn).toBe(false);
  });

  it('in another conversation ends the one that waits for the browser', async () => {
    void startRecording('cv_a');
    void startRecording('cv_b');
    expect(phases()).toEqual({ cv_b: 'starting' });
    const microphones = asked.map(({ allow }) => allow());
    await settled();
    expect(phases()).toEqual({ cv_b: 'recording' });
    expect(microphones.map(({ isOn }) => isOn)).toEqual([false, true]);
  });

  it('in another conversation keeps what was said in the first one', async () => {
    void startRecording('cv_a');
    asked[0]?.allow();
    await settled();
    void startRecording('cv_b');
    asked[1]?.allow();
    await vi.waitFor(() => expect(phases()).toEqual({ cv_a: 'recorded', cv_b: 'recording' }));
  });

  it('is possible again after the browser has refused', async () => {
    void startRecording('cv_a');
    asked[0]?.refuse();
    await settled();
    expect(phases()).toEqual({ cv_a: 'refused' });
    void startRecording('cv_a');
    asked[1]?.allow();
    await settled();
    expect(phases()).toEqual({ cv_a: 'recording' });
  });

  it('again is not answered by the question of a start that was discarded', async () => {
    void startRecording('cv_a');
    discardRecording('cv_a');
    void startRecording('cv_a');
    const first = asked[0]?.allow();
    await settled();
    expect(first?.isOn).toBe(false);
    expect(phases()).toEqual({ cv_a: 'starting' });
    asked[1]?.allow();
    await settled();
    expect(phases()).toEqual({ cv_a: 'recording' });
  });
});

it('the sound of a deleted voice note does not end up in the next one', async () => {
  void startRecording('cv_a');
  asked[0]?.allow();
  await settled();
  discardRecording('cv_a');
  void startRecording('cv_a');
  await settled();
  expect(useRecordings.getState().cv_a).toMatchObject({ phase: 'starting', file: null });
});

describe('the voice note of a conversation whose contact is merged', () => {
  const record = async (id: string) => {
    void startRecording(id);
    asked.at(-1)?.allow();
    await settled();
  };
  const recorded = async (id: string) => {
    await record(id);
    stopRecording(id);
    await settled();
  };

  it('is in the other one, to be sent from there', async () => {
    await recorded('cv_a');
    moveFiles('cv_a', 'cv_b');
    expect(phases()).toEqual({ cv_b: 'recorded' });
    expect(useRecordings.getState().cv_b?.file).not.toBeNull();
    patchRecording('cv_b', { phase: 'sending' });
    moveFiles('cv_b', 'cv_c');
    expect(phases()).toEqual({ cv_c: 'recorded' });
  });

  it('is stopped while it runs, and follows', async () => {
    await record('cv_a');
    moveFiles('cv_a', 'cv_b');
    await vi.waitFor(() => expect(phases()).toEqual({ cv_b: 'recorded' }));
  });

  it('does not replace one that is there, and does not begin later', async () => {
    await recorded('cv_b');
    await recorded('cv_a');
    const kept = useRecordings.getState().cv_b;
    moveFiles('cv_a', 'cv_b');
    expect(useRecordings.getState().cv_b).toBe(kept);
    void startRecording('cv_c');
    moveFiles('cv_c', 'cv_d');
    asked.at(-1)?.allow();
    await settled();
    expect(phases()).toEqual({ cv_a: 'recorded', cv_b: 'recorded' });
  });
});
