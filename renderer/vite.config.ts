import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The address of the API in development, where `npm run dev` starts it. */
const API = `http://127.0.0.1:${process.env.PORT || 4000}`;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no inline scripts; the polyfill would be one.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Code that rarely changes is in separate files, which browsers cache across releases.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
            { name: 'phone', test: /node_modules\/libphonenumber-js\// },
            { name: 'contract', test: /node_modules\/(zod|@orpc)\/|\/shared\// },
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
      '/docs': { target: API },
      '/socket.io': { target: API, ws: true },
    },
  },
});
