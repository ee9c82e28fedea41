import type { Plugin } from 'vite';

const NOTHING = '\0no-menu-search';

/** Mantine's menu brings a search field (4 KB with all inputs) that none of ours has. */
export const withoutMenuSearch = (): Plugin => ({
  name: 'without-menu-search',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/MenuSearch.mjs') && importer?.endsWith('/Menu/Menu.mjs') ? NOTHING : null,
  load: (id) => (id === NOTHING ? 'export const MenuSearch = undefined;' : null),
});
