import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { defineCommand } from './command.js';

const file = z.string().max(4096).refine(isAbsolute, 'Expected a whole path');

export const exportDrive = defineCommand({
  name: 'export',
  summary: 'writes all that one account has into an archive',
  details:
    'As it was at one moment, while people work. The running Skyshelf writes the file, which only its owner may read; an existing one is not replaced. Waits up to a minute for large commands and previews that are under way.',
  options: {
    user: {
      value: 'NAME',
      doc: 'who signs in under this name at the local identity provider, or PROVIDER|ID',
    },
    to: { value: 'FILE', doc: 'the archive, a new file', isPath: true },
  },
  input: z.strictObject({ user: z.string().min(1).max(400), to: file }),
  run: async (...given) => (await import('../archive/run-export.js')).runExport(...given),
});

export const importDrive = defineCommand({
  name: 'import',
  summary: 'brings an account back from its archive',
  details:
    'All of it or nothing: refuses an archive that is not whole, an account that is there, and what does not make a sound drive. Broken off, it takes back what it has done; killed, the next import does that.',
  options: { from: { value: 'FILE', doc: 'the archive', isPath: true } },
  input: z.strictObject({ from: file }),
  run: async (installation, { from }, caller) =>
    (await import('../archive/run-import.js')).runImport(installation, { file: from }, caller),
});
