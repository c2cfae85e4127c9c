// Runs before the first paint, so that a dark-mode user never sees a white flash. It is a file of its
// own because the content security policy allows no inline script. The key is Mantine's.
(() => {
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage may be blocked; the system's choice is then good enough.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
