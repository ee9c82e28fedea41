import { build, type Plugin } from 'vite';

/** Writes the script that a page names by `data-inline` into it, with all that it imports: it waits for no file. */
export const inlineScripts = (): Plugin => ({
  name: 'inline-scripts',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html) => {
      const [tag, entry] = /<script [^>]*data-inline[^>]* src="\/([^"]*)"><\/script>/.exec(html) ?? [];
      return tag && entry ? html.replace(tag, `<script>${await bundled(entry)}</script>`) : html;
    },
  },
});

async function bundled(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      write: false,
      lib: { entry, formats: ['iife'], name: 'inline' },
    },
  });
  const [{ output } = { output: [] }] = [built].flat() as Extract<typeof built, unknown[]>;
  return output.map((file) => ('code' in file ? file.code.trim() : '')).join('');
}
