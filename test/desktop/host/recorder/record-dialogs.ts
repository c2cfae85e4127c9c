import type * as Electron from 'electron';

export type DialogKind = 'showSaveDialog' | 'showOpenDialog' | 'showMessageBox' | 'showErrorBox';
export interface RecordedDialog {
  kind: DialogKind;
  /** Main's options, as plain data. */
  options: Record<string, unknown>;
}

/** Records dialogs, and returns the results that the test has set. A missing result is an error. */
export function recordDialogs({ dialog }: typeof Electron) {
  const shown: RecordedDialog[] = [];
  const answers: { kind: DialogKind; answer: unknown }[] = [];
  const answer = (kind: DialogKind, options: unknown) => {
    shown.push({ kind, options: JSON.parse(JSON.stringify(options ?? {})) });
    const index = answers.findIndex((next) => next.kind === kind);
    const [found] = index < 0 ? [] : answers.splice(index, 1);
    if (!found) throw new Error(`${kind} was opened, and no test answers it: ${JSON.stringify(options)}`);
    return found.answer;
  };
  for (const kind of ['showSaveDialog', 'showOpenDialog', 'showMessageBox'] as const) {
    // The window is the optional first argument.
    const show = async (...args: unknown[]) => answer(kind, args.at(-1));
    Object.assign(dialog, { [kind]: show });
  }
  dialog.showErrorBox = (title, content) => {
    shown.push({ kind: 'showErrorBox', options: { title, content } });
  };
  return {
    dialogs: (): RecordedDialog[] => shown,
    answerNextDialog: (kind: DialogKind, given: unknown) => {
      answers.push({ kind, answer: given });
    },
  };
}
