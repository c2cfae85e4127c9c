window.Scalar.createApiReference('#reference', {
  url: '/api/v1/openapi.json',
  // Nothing is asked of another host, and nothing is told to one.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});

// The buttons that copy a block of code show a picture only: a screen reader needs their word.
const nameButtons = () => {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
};
new MutationObserver(nameButtons).observe(document.body, { childList: true, subtree: true });
