/** Styles of the failure panel, the strip that shows active problems, and the dialog of message kinds. */
export const failuresCss = /* css */ `
.failures-on { background: var(--bad-soft); color: var(--bad); border-radius: 14px; padding: 10px 14px; font-size: 13px; display: flex; gap: 12px; align-items: center; }
.failures-on b { font-weight: 650; }
.failures-on div { flex: 1; min-width: 0; }
.failures-on ul { max-height: 5.6em; overflow: auto; }
.failures-on .button { color: inherit; border-color: currentcolor; }
.button.small { height: 34px; padding: 0 14px; border-radius: 17px; font-size: 13px; }

.failures summary { cursor: pointer; font-size: 13px; font-weight: 600; display: flex; gap: 10px; align-items: center; justify-content: space-between; }
.failures summary .state { font-size: 12.5px; }
.failures h3, #kinds-dialog h3 { font-size: 12.5px; font-weight: 600; color: var(--quiet); margin: 14px 0 4px; }
.failure-row { display: flex; align-items: center; gap: 10px; padding: 4px 0; font-size: 13px; }
.failure-row span { flex: 1; min-width: 0; }
.failure-row select, .failure-next select { height: 32px; padding: 0 6px; border: 1px solid var(--line); border-radius: 8px; background: var(--page); font-size: 13px; }
.failure-next { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 6px; }
.failure-next select:first-of-type { grid-column: 1 / -1; min-width: 0; width: 100%; }

#kinds-dialog { width: min(460px, calc(100vw - 32px)); max-height: min(680px, calc(100dvh - 32px)); overflow: auto; }
.kinds-group { display: flex; flex-wrap: wrap; gap: 6px; }
#kinds-dialog .row { display: flex; justify-content: flex-end; margin-top: 16px; }
.composer .attach { background: transparent; color: var(--quiet); border: 1px solid var(--line); }
.composer .attach:hover { background: var(--sunken); }
.note-changed { display: block; font-size: 12px; font-style: italic; color: var(--quiet); }
`;
