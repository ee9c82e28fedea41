import { derivatives } from '@skyshelf/contracts';
import { shownFileType } from '@skyshelf/contracts/rules';
import { requireFile, type Kind } from '../application/kind.js';
import { MOST_EACH_MB } from '../domain/memory-share.js';
import { officeTool } from '../infrastructure/tools/office/office-tool.js';

/** A letter takes 1.4 s and 220 MB. */
const limits = {
  cpuSeconds: 50,
  memoryMb: MOST_EACH_MB + 100,
  fileBytes: derivatives.pdf.maxBytes,
  nice: 10,
};

export const pdf: Kind = {
  kind: 'pdf',
  role: 'document',
  wants: ({ type, extension = null, source }) =>
    'blobId' in source && shownFileType(type, extension).conversion === 'pdf',
  tool: officeTool,
  parallel: 1,
  // For two tries a user waits.
  timeoutMs: 50_000,
  mostTries: 2,
  quickMs: 5000,
  maxSourceBytes: 100 * 1024 * 1024,
  make: async (source, workspace, signal, onBegun) => {
    const { path, extension = '' } = requireFile(source);
    const onStarted = () => onBegun();
    return { path: await officeTool.toPdf({ path, extension, workspace, limits, onStarted }, signal) };
  },
};
