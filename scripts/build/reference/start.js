window.Scalar.createApiReference('#reference', {
  url: '/api/v1/openapi.json',
  // No requests to other hosts.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});

// The copy buttons of code blocks show only an icon. Screen readers need a label.
const nameButtons = () => {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
};
new MutationObserver(nameButtons).observe(document.body, { childList: true, subtree: true });
