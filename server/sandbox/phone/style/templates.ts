/** Styles of the templates panel. */
export const templatesCss = /* css */ `
.templates { max-height: 340px; overflow-y: auto; margin: 0 -6px; padding: 0 6px; }
.template { border-top: 1px solid var(--line); padding: 8px 0; font-size: 13px; }
.template summary { display: flex; align-items: baseline; gap: 6px; cursor: pointer; }
.template summary b { font-weight: 550; overflow-wrap: anywhere; }
.template summary small { color: var(--quiet); }
.template summary .state { margin-left: auto; font-size: 12px; }
.template p { color: var(--quiet); margin: 6px 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.template .row { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px; }
.template .button { height: 32px; padding: 0 12px; font-size: 13px; }
.template select { height: 32px; padding: 0 6px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); font-size: 13px; min-width: 0; }
.state.bad { color: var(--bad); }
`;
