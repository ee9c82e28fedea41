import { defaultClientConditions, defineConfig } from 'vite';

/** The extension, alike for each browser and server: the gateway adds a manifest and packs it. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  resolve: { conditions: ['@skyshelf/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    outDir: '../dist/extension',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    // Each file has the name that a manifest gives it; nothing is kept by a browser that would need a hash.
    rolldownOptions: {
      input: ['popup.html', 'newtab.html', 'background.ts', 'connect.ts'].map(
        (name) => `${import.meta.dirname}/${name}`,
      ),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name].js',
        assetFileNames: 'parts/[name][extname]',
      },
    },
  },
});
