/** Colors and sizes, light and dark. Every text color has a contrast of 4.5:1 on its background. */
export const tokensCss = /* css */ `
:root {
  color-scheme: light dark;
  --page: #f2efe9;
  --surface: #fffdfa;
  --sunken: #e9e5dd;
  --wall: #f7f4ee;
  --line: #ded8cc;
  --ink: #23222b;
  --quiet: #625e6a;
  --accent: #5747a6;
  --accent-ink: #ffffff;
  --accent-soft: #e6e1f6;
  --mine: #e3ddf5;
  --theirs: #ffffff;
  --tick: #595278;
  --tick-read: #1668d6;
  --good: #1d7050;
  --good-soft: #dcefe4;
  --warn: #8a4b08;
  --warn-soft: #fbecd3;
  --bad: #b0283a;
  --bad-soft: #fbe1e2;
  --bezel: #2b2a33;
  --shadow: 0 1px 2px rgb(48 40 20 / 6%), 0 18px 48px -16px rgb(48 40 20 / 26%);
  --font: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131218;
    --surface: #1d1b24;
    --sunken: #27242f;
    --wall: #17161d;
    --line: #35313f;
    --ink: #ece9f2;
    --quiet: #a9a3b5;
    --accent: #a99bf0;
    --accent-ink: #191530;
    --accent-soft: #302a4b;
    --mine: #3a3360;
    --theirs: #27242f;
    --tick: #a8a0c6;
    --tick-read: #7cb8ff;
    --good: #7ed3a8;
    --good-soft: #1c3a2d;
    --warn: #f0be77;
    --warn-soft: #3c2d17;
    --bad: #ff9aa2;
    --bad-soft: #45222a;
    --bezel: #3a3742;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 18px 48px -16px rgb(0 0 0 / 70%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body { background: var(--page); color: var(--ink); font: 15px/1.45 var(--font); -webkit-font-smoothing: antialiased; }
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
button, input, select, textarea { font: inherit; color: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; }
}
`;
