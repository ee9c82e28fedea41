import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { pdfjsFiles } from './build/pdfjs-files.js';
import { withoutMenuSearch } from './build/without-menu-search.js';

/** Where `npm run dev` sends the calls: a running Skyshelf. */
const server = process.env.SKYSHELF_URL ?? 'http://127.0.0.1:8080';

/** Small modules that an open folder needs, whatever else uses them: in chunks of their own they would weigh more. */
const ofFolder =
  /\/web\/src\/shared\/(account\/(account-api|settings-api|use-settings-toggle)|ads|dom\/(use-compact|use-focus-return|still)|format\/(dates|size)|installation|jobs|kinds|listings\/(listing-cache|place-of)|session|toasts)\b.*\.tsx?$/;

export default defineConfig({
  plugins: [react(), pdfjsFiles(), withoutMenuSearch()],
  // Packages of the workspace are read from their sources, so the web build needs no other build before it.
  resolve: { conditions: ['@skyshelf/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    manifest: true,
    // Pictures stay files: the content security policy needs no `data:` then, and each is fetched once.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'folder', test: ofFolder }] } } },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/auth', '/files'].map((path) => [path, server])),
  },
});
