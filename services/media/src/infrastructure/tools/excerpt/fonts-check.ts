import { readdir } from 'node:fs/promises';
import type { Tool } from '../../../application/kind.js';

const FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', '/System/Library/Fonts'];

/** Without a font a text would have no letters. */
export const fontsCheck: Tool['check'] = async () => {
  const found = await Promise.all(FOLDERS.map((folder) => readdir(folder).catch(() => [])));
  if (found.some((names) => names.length > 0)) return { status: 'ok' };
  const hint = 'Pictures of texts and tables are off. To switch them on: apt-get install fonts-dejavu-core.';
  return { status: 'off', hint };
};
