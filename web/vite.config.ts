import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { inlineScripts } from './build/inline-scripts.js';
import { pdfjsFiles } from './build/pdfjs-files.js';

/** The server to which calls go while the page is developed; `npm run dev` sets it. */
const server = process.env.SKYSHELF_URL ?? 'http://127.0.0.1:8080';

/** The gateway answers these, as in services/gateway/src/http/web-page.ts; Vite serves the page. */
const calls = '^/(ads|api|auth|files|companion|health|metrics|search-frame)(/|[?]|$)';

/** Modules of an open folder: chunks of their own would weigh more. */
const ofFolder =
  /\/web\/src\/(features\/(undo\/undo-slice|file-manager\/(clipboard\/clipboard|elements-api)|uploads\/tree\/pick-files)|shared\/(account\/(settings-api|use-settings-toggle)|ads|dom\/(lazy-with-preload|use-focus-return)|files\/(file-addresses|start-download)|installation|jobs|listings\/(listing|listing-cache)|session|toasts))\b.*\.tsx?$/;

/** Icons of an open folder: each of them is smaller than what a chunk of its own costs. */
const iconsOfFolder =
  /\/@tabler\/icons-react\/.*\/Icon(AlertTriangle|ArrowRight|ArrowUp|Check|ChevronDown|ChevronLeft|ChevronRight|ChevronUp|CloudUpload|Download|ExternalLink|FileZip|Folders|FolderUp|History|Link|Logout|Moon|Search|Square|User|X)\.mjs$/;

/** Every tile needs these modules, also those on the page of a link. */
const ofBase =
  /\/node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper|\/web\/src\/(app\/sky|features\/file-manager\/grid\/thumb|shared\/(dom\/media-queries|format\/dates-and-sizes|messages\/counted|files\/picture-sources|kinds\/(kind-icons|kind-of|link-pictures)))\b.*\.tsx?$/;

/** Modules of the shelf that the page of the trash uses too. */
const ofShelf =
  /\/web\/src\/features\/(windows\/(public|lazy-preview|open-window|window-size|windows-slice|viewers\/(registry|viewer-entry))|file-manager\/(public|folder\/folder-path|keyboard\/type-ahead|state\/overlay-slice))\b.*\.tsx?$/;

const NOTHING = '\0no-menu-search';

/** Mantine's menu brings a search field (4 KB with all inputs) that none of ours has. */
const withoutMenuSearch = (): Plugin => ({
  name: 'without-menu-search',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/MenuSearch.mjs') && importer?.endsWith('/Menu/Menu.mjs') ? NOTHING : null,
  load: (id) => (id === NOTHING ? 'export const MenuSearch = undefined;' : null),
});

export default defineConfig({
  plugins: [react(), pdfjsFiles(), withoutMenuSearch(), inlineScripts()],
  // From sources: no other build before it.
  resolve: { conditions: ['@skyshelf/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    manifest: true,
    // The content security policy needs no `data:` then.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The second is the page of a link.
      input: ['index.html', 'share.html'],
      output: {
        codeSplitting: {
          groups: [
            { name: 'folder', test: (id) => ofFolder.test(id) || iconsOfFolder.test(id) },
            { name: 'shelf', test: ofShelf },
            { name: 'base', test: ofBase, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // Companion speaks by WebSockets.
    proxy: { [calls]: { target: server, ws: true } },
  },
});
