import { defaultClientConditions, defineConfig } from 'vite';

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
    // The manifest names these files.
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
