import { createApiReference } from './standalone.esm.js';

createApiReference('#reference', {
  url: '/api/v1/openapi.json',
  // Nothing is asked of another host, and nothing is told to one.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
