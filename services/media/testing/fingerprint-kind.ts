import type { Kind } from '../src/application/kind.js';
import { runTool } from '../src/infrastructure/tools/run-tool.js';

/** A kind as a developer would add it: the checksum of a PNG, by a program of the system. */
export const fingerprint: Kind = {
  kind: 'fingerprint' as Kind['kind'],
  role: 'document',
  wants: ({ type }) => type === 'image/png',
  tool: { name: 'cksum', check: async () => ({ status: 'ok' }) },
  parallel: 1,
  timeoutMs: 10_000,
  maxSourceBytes: 1024 * 1024,
  make: async (_source, { folder, path }, signal) => {
    const limits = { cpuSeconds: 5, memoryMb: 256, fileBytes: 1024, nice: 5 };
    const args = ['-c', 'cksum <source >fingerprint'];
    await runTool({ program: '/bin/sh', args, folder, limits, signal });
    return { path: path('fingerprint') };
  },
};
