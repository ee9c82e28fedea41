import { open, readdir, writeFile } from 'node:fs/promises';
import { shownFileType } from '@skyshelf/contracts/rules';
import { decodeText } from '@skyshelf/contracts/text';
import { requireFile, type Kind } from '../application/kind.js';
import { JobRefusal } from '../domain/refusal.js';
import { drawExcerpt, type ExcerptForm } from '../infrastructure/tools/excerpt/draw-excerpt.js';
import { createImageTool } from '../infrastructure/tools/images/image-tool.js';

/** Unit: pixels, enough for dense screens. */
const SIDE = 480;
/** More than a tile shows. */
const READ_BYTES = 16 * 1024;
/** Text has hardly any. */
const MOST_CONTROLS = 0.02;
const FONTS = ['/usr/share/fonts', '/usr/local/share/fonts', '/System/Library/Fonts'];
const images = createImageTool('excerpt', { nice: 15 });

/** Checks for a font: a text has no letters without one. */
const fontsCheck: Kind['tool']['check'] = async () => {
  const found = await Promise.all(FONTS.map((folder) => readdir(folder).catch(() => [])));
  if (found.some((names) => names.length > 0)) return { status: 'ok' };
  const hint = 'Pictures of texts and tables are off. To switch them on: apt-get install fonts-dejavu-core.';
  return { status: 'off', hint };
};

export const excerpt: Kind = {
  kind: 'excerpt',
  role: 'thumbnail',
  wants: ({ type, extension = null, source }) =>
    'blobId' in source && shownFileType(type, extension).thumbnail === 'excerpt',
  tool: { ...images, name: 'text', check: fontsCheck },
  parallel: 1,
  readsInPlace: true,
  timeoutMs: 20_000,
  quickMs: 500,
  after: 'thumbnail',
  maxSourceBytes: 512 * 1024 * 1024,
  make: async (source, workspace, signal, onBegun) => {
    const { path, type, extension = null } = requireFile(source);
    const text = decodeText(await beginningOf(path));
    const controls = text.match(/[^\P{Cc}\t\n\v\f\r\u001b]|\ufffd/gu)?.length ?? 0;
    if (controls > text.length * MOST_CONTROLS) throw new JobRefusal('The file is not a text.');
    const drawn = drawExcerpt(text, formOf(shownFileType(type, extension)));
    if (drawn === null) throw new JobRefusal('The file is empty.');
    const svg = workspace.path('excerpt.svg');
    const target = workspace.path('excerpt.webp');
    await writeFile(svg, drawn);
    const { width, height } = await images.render(
      { source: svg, target, side: SIDE, animated: false },
      signal,
      onBegun,
    );
    return { path: target, width, height };
  },
};

function formOf({ kind, viewer }: ReturnType<typeof shownFileType>): ExcerptForm {
  if (viewer === 'table') return 'table';
  return kind === 'code' ? 'code' : 'prose';
}

async function beginningOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
