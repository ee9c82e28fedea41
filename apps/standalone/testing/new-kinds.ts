import { writeFile } from 'node:fs/promises';

interface Workspace {
  path(name: string): string;
}

const plain = {
  role: 'document',
  tool: { name: 'test', check: async () => ({ status: 'ok' as const }) },
  parallel: 1,
  timeoutMs: 60_000,
  maxSourceBytes: 1024,
};

const written = async (workspace: Workspace, text: string) => {
  const path = workspace.path('made');
  await writeFile(path, text);
  return { path };
};

/** The rows of three kinds as a developer would add them. */
export const newRows = {
  summary: { mediaType: 'text/plain', maxBytes: 100, viewField: 'openElement' },
  page: { mediaType: 'text/plain', maxBytes: 100, viewField: 'thumbnailWebsite' },
  endless: { mediaType: 'text/plain', maxBytes: 100, viewField: 'openElement' },
};

/** Their files: one from a file's bytes, one from a link's address, one that takes longer than anyone waits. */
export const newKinds = {
  summary: {
    ...plain,
    kind: 'summary',
    wants: ({ type }: { type: string }) => type === 'image/png',
    make: (source: { bytes?: number }, workspace: Workspace) => written(workspace, `${source.bytes} bytes`),
  },
  page: {
    ...plain,
    kind: 'page',
    wants: ({ type }: { type: string }) => type === 'website',
    make: (source: { url?: string }, workspace: Workspace) =>
      written(workspace, `a picture of ${source.url}`),
  },
  endless: {
    ...plain,
    kind: 'endless',
    wants: ({ type }: { type: string }) => type === 'text/csv',
    make: (_: unknown, workspace: Workspace, signal: AbortSignal) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve(written(workspace, 'cut off'))),
      ),
  },
};
