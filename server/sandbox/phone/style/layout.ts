/** The page layout: three columns, two columns, or the phone alone with everything else in a sheet. */
export const layoutCss = /* css */ `
.page {
  display: grid; height: 100dvh; gap: 56px; padding: 28px 32px; justify-content: center;
  grid-template: 'panel stage activity' minmax(0, 1fr) / 300px minmax(380px, 440px) 320px;
}
.side { display: contents; }
.panel { grid-area: panel; overflow: auto; display: flex; flex-direction: column; gap: 20px; padding: 4px; margin: -4px; }
.activity { grid-area: activity; }
.stage { grid-area: stage; display: flex; flex-direction: column; gap: 14px; min-height: 0; align-items: center; }
.stage > * { width: 100%; max-width: 440px; }
.phone { flex: 1; min-height: 0; max-height: 860px; }

.brand { display: flex; align-items: center; gap: 12px; padding: 2px 2px 4px; }
.brand svg { width: 38px; height: 38px; flex: none; }
.brand h1 { font-size: 18px; font-weight: 650; letter-spacing: -0.01em; line-height: 1.25; }
.brand p { color: var(--quiet); font-size: 13px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; padding: 16px; }
.card h2 { font-size: 13px; font-weight: 600; margin-bottom: 10px; }

.activity { display: flex; flex-direction: column; align-self: start; min-height: 0; max-height: 100%; padding: 0; overflow: hidden; }
.activity h2 { padding: 16px 16px 2px; margin: 0; }
.activity > p { padding: 0 16px 12px; color: var(--quiet); font-size: 13px; border-bottom: 1px solid var(--line); }
.activity ol { overflow: auto; flex: 1; min-height: 0; }

.round.sheet-close, .round.panel-toggle { display: none; }

@media (max-width: 1179px) {
  .page {
    gap: 20px 32px; padding: 20px 24px;
    grid-template: 'panel stage' auto 'activity stage' minmax(160px, 1fr) / 300px minmax(0, 440px);
  }
  .panel { overflow: visible; gap: 14px; padding: 0; margin: 0; }
}
@media (max-width: 1179px) and (max-height: 820px) {
  .legend { display: none; }
}
@media (max-width: 759px) {
  .page { display: block; padding: 0; }
  .stage { height: 100dvh; gap: 0; }
  .stage > * { max-width: none; }
  .phone { max-height: none; }
  .round.panel-toggle { display: grid; }
  .side {
    display: none; position: fixed; inset: 0; z-index: 5; background: var(--page); overflow: auto; padding: 16px;
  }
  .side.is-open { display: flex; flex-direction: column; gap: 14px; }
  .legend { display: block; }
  .activity { flex: none; align-self: auto; max-height: none; overflow: visible; }
  .activity ol { overflow: visible; }
  .round.sheet-close { display: grid; margin-left: auto; }
}
`;
