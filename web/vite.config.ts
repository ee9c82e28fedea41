import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { pdfjsFiles } from './build/pdfjs-files.js';
import { withoutMenuSearch } from './build/without-menu-search.js';

/** Where `npm run dev` sends the calls: a running Skyshelf. */
const server = process.env.SKYSHELF_URL ?? 'http://127.0.0.1:8080';

/** Modules of an open folder: chunks of their own would weigh more. */
const ofFolder =
  /\/web\/src\/shared\/(account\/(account-api|settings-api|use-settings-toggle)|ads|dom\/(use-compact|use-focus-return|still)|format\/(dates|size)|installation|jobs|kinds|listings\/(listing-cache|index-of-id)|session|toasts)\b.*\.tsx?$/;

export default defineConfig({
  plugins: [react(), pdfjsFiles(), withoutMenuSearch()],
  // From sources: no other build before it.
  resolve: { conditions: ['@skyshelf/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    manifest: true,
    // The content security policy needs no `data:` then.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'folder', test: ofFolder }] } } },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/auth', '/files'].map((path) => [path, server])),
  },
});
