/** Styles of pickers, switches, buttons, the dialog and the activity log. */
export const controlsCss = /* css */ `
.picker { display: flex; align-items: center; gap: 10px; }
.picker .field { position: relative; flex: 1; min-width: 0; }
.picker select {
  width: 100%; height: 46px; padding: 0 38px 0 52px; appearance: none; border: 1px solid var(--line);
  border-radius: 23px; background: var(--surface); font-size: 14.5px; font-weight: 550; text-overflow: ellipsis; cursor: pointer;
}
.picker .field .avatar { position: absolute; left: 7px; top: 7px; pointer-events: none; }
@media (max-width: 759px) { .picker select { font-size: 16px; } }
.picker .field svg { position: absolute; right: 15px; top: 16px; width: 14px; height: 14px; pointer-events: none; color: var(--quiet); }
.avatar {
  display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; flex: none;
  font-size: 12px; font-weight: 650; letter-spacing: 0.02em; color: var(--ink); background: hsl(var(--hue) 42% 84%);
}
@media (prefers-color-scheme: dark) { .avatar { background: hsl(var(--hue) 26% 32%); } }
.round {
  display: grid; place-items: center; width: 46px; height: 46px; flex: none; border-radius: 50%;
  border: 1px solid var(--line); background: var(--surface); color: var(--ink);
}
.round:hover { background: var(--sunken); }
.round svg { width: 20px; height: 20px; }

.business-select { width: 100%; height: 40px; margin-bottom: 12px; padding: 0 10px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 6px 14px; font-size: 13px; }
.facts dt { color: var(--quiet); }
.facts dd { text-align: right; min-width: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.state { display: inline-flex; align-items: center; gap: 6px; font-weight: 550; }
.state::before { content: ''; width: 7px; height: 7px; border-radius: 50%; background: currentcolor; }
.state.good { color: var(--good); }
.state.warn { color: var(--warn); }
.notice { background: var(--warn-soft); color: var(--warn); border-radius: 14px; padding: 10px 14px; font-size: 13px; }

.switch { display: flex; gap: 14px; align-items: flex-start; padding: 10px 0; cursor: pointer; }
.switch + .switch { border-top: 1px solid var(--line); }
.switch:first-of-type { padding-top: 2px; }
.switch:last-of-type { padding-bottom: 0; }
.switch span { flex: 1; }
.switch b { display: block; font-weight: 550; font-size: 14px; }
.switch small { color: var(--quiet); font-size: 13px; line-height: 1.35; display: block; }
.switch input {
  appearance: none; flex: none; width: 38px; height: 22px; margin: 2px 0 0; border-radius: 11px; cursor: pointer;
  background: var(--sunken); border: 1px solid var(--tick); transition: background 0.15s;
}
.switch input::after {
  content: ''; display: block; width: 14px; height: 14px; margin: 3px; border-radius: 50%; background: var(--tick);
  transition: transform 0.15s;
}
.switch input:checked { background: var(--accent); border-color: var(--accent); }
.switch input:checked::after { transform: translateX(16px); background: var(--accent-ink); }

.legend li { display: flex; align-items: center; gap: 10px; font-size: 13px; color: var(--quiet); padding: 2px 0; }
.legend .ticks { width: 22px; justify-content: center; }

.log-row { display: grid; grid-template-columns: 22px 1fr auto; gap: 2px 8px; padding: 9px 16px; font-size: 13px; align-items: baseline; }
.log-row + .log-row { border-top: 1px solid var(--line); }
.log-row svg { width: 14px; height: 14px; align-self: center; color: var(--quiet); }
.log-row time { color: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums; }
.log-row .outcome { grid-column: 2 / -1; color: var(--good); font-size: 12px; overflow-wrap: anywhere; }
.log-row .outcome.is-bad { color: var(--bad); }
.log-empty { padding: 20px 16px; color: var(--quiet); font-size: 13px; }

dialog { border: 1px solid var(--line); border-radius: 20px; padding: 22px; width: min(380px, calc(100vw - 32px)); background: var(--surface); color: var(--ink); box-shadow: var(--shadow); }
dialog::backdrop { background: rgb(20 18 30 / 45%); }
dialog h2 { font-size: 17px; font-weight: 650; margin-bottom: 4px; }
dialog p { color: var(--quiet); font-size: 13px; }
dialog form { display: grid; gap: 14px; }
dialog label { display: grid; gap: 5px; font-size: 13px; font-weight: 550; }
dialog input { height: 42px; padding: 0 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--page); font-size: 16px; font-weight: 400; }
dialog .failure { color: var(--bad); }
dialog .row { display: flex; justify-content: flex-end; gap: 10px; margin-top: 4px; }
.button { height: 40px; padding: 0 18px; border-radius: 20px; border: 1px solid var(--line); background: transparent; font-weight: 550; }
.button:hover { background: var(--sunken); }
.button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.button.primary:hover { filter: brightness(1.08); }
`;
