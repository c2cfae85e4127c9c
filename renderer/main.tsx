import '@mantine/core/styles.css';
import './ui/fonts.css';
import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { showDensity } from './lib/density.store.ts';
import { changeLanguage, preferredLanguage } from './lib/i18n.ts';
import { shareStyleNonce } from './lib/style-nonce.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
shareStyleNonce();
showDensity();
// Falls back to English if the texts cannot be loaded.
await changeLanguage(preferredLanguage()).catch(() => undefined);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
