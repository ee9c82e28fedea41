import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import type { Plugin } from 'vite';

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** The version in the folder's name lets browsers keep its files for ever. */
const folder = `assets/pdfjs-${version}`;

const within = (part: string): string[] => readdirSync(join(root, part)).map((name) => `${part}/${name}`);

/** Fetched by pdf.js by name. Decoders are plain scripts: the page's policy forbids WebAssembly. */
const files = [
  'wasm/openjpeg_nowasm_fallback.js',
  'wasm/jbig2_nowasm_fallback.js',
  ...within('cmaps'),
  ...within('standard_fonts'),
].filter((name) => !name.includes('LICENSE'));

/** Serves these files, in the build and while developing; `PDFJS_FILES` is where. */
export const pdfjsFiles = (): Plugin => ({
  name: 'pdfjs-files',
  config: () => ({ define: { PDFJS_FILES: JSON.stringify(`/${folder}/`) } }),
  configureServer(server) {
    server.middlewares.use(`/${folder}/`, (request, response, next) => {
      const name =
        normalize(request.url ?? '')
          .replace(/^\/+/, '')
          .split('?')[0] ?? '';
      if (!files.includes(name)) return next();
      if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(join(root, name)));
    });
  },
  generateBundle() {
    for (const name of files)
      this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: readFileSync(join(root, name)) });
  },
});
