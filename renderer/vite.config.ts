import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from '../scripts/build/contract-routes.mjs';
import { firstScreenModules } from '../scripts/build/first-screen.mjs';
import { usedStyles } from '../scripts/build/used-styles.mjs';

/** The address of the API in development, where `npm run dev` starts it. */
const API = `http://127.0.0.1:${process.env.PORT || 4000}`;
const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** Nothing in `shared` does anything when it is imported, so modules without a used export are left out. */
const TREESHAKE = { moduleSideEffects: [{ test: /\/shared\//, sideEffects: false }] };

const NONE = {
  first: new Set(),
  live: new Set(),
  overlays: new Set(),
  conversation: new Set(),
  dialogs: new Set(),
};

export default defineConfig(async ({ command }) => {
  const plugins = () => [react(), contractRoutes()];
  const { first, live, overlays, conversation, dialogs } =
    command === 'build' ? await firstScreenModules(ROOT, plugins(), TREESHAKE) : NONE;
  return {
    root: ROOT,
    base: '/',
    plugins: [...plugins(), usedStyles()],
    build: {
      outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 1_000,
      // The content security policy allows no inline scripts; the polyfill would be one.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        treeshake: TREESHAKE,
        output: {
          codeSplitting: {
            groups: [
              // Code that rarely changes is in separate files, which browsers cache across releases.
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
              { name: 'phone', test: /node_modules\/libphonenumber-js\// },
              // What is needed before anything is shown, in one file that has nothing else.
              { name: 'first', test: (id: string) => first.has(id) },
              { name: 'live', test: (id: string) => live.has(id) },
              // Menus, popovers and tooltips, which the list is shown without.
              { name: 'overlays', test: (id: string) => overlays.has(id) },
              // What opens a conversation. It is loaded once the list is shown.
              { name: 'conversation', test: (id: string) => conversation.has(id) },
              { name: 'dialogs', test: (id: string) => dialogs.has(id) },
              // What several pages use, in one file instead of some fifty small ones.
              { name: 'common', minShareCount: 3 },
            ],
          },
        },
      },
    },
    server: {
      port: 5173,
      strictPort: true,
      proxy: {
        '/api': { target: API },
        // The API server also serves the files of messages and the API reference.
        '/media': { target: API },
        '/downloads': { target: API },
        '/docs': { target: API },
        '/socket.io': { target: API, ws: true },
      },
    },
  };
});
