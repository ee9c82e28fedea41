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

export const deletions = defineCommand({
  name: 'deletions',
  summary: 'shows the accounts that are being deleted, and those that are gone',
  details:
    'By the id of their drive: nothing says whose they were. Those that wait can still be kept by their owners (ACCOUNT_DELETE_HOURS). One that stands still is found by fsck.',
  options: { limit: { value: 'N', doc: 'so many at most, default 1000' } },
  looksOnly: true,
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
  run: async (installation, input) =>
    (await import('../deletions/run-deletions.js')).showDeletions(installation, input),
});

export const audit = defineCommand({
  name: 'audit',
  summary: 'shows what admins have done with cancelled accounts, last first',
  details:
    'When, which admin by the id of their drive, what, and the drive of the account that was looked at or deleted. It outlives the accounts and says nothing of whose they were.',
  options: { limit: { value: 'N', doc: 'so many at most, default 1000' } },
  looksOnly: true,
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
  run: async (installation, input) =>
    (await import('../deletions/run-deletions.js')).showAudit(installation, input),
});

export const token = defineCommand({
  name: 'token',
  summary: 'prints an access token, for scripts',
  details:
    'For the user who would sign in under this name at the local identity provider; the account is created on first use.',
  options: { user: { value: 'NAME', doc: 'whose token, must be given' } },
  input: z.strictObject({ user: z.string('Say whose: --user NAME').min(1).max(200) }),
  run: async (installation, input) => {
    const { issueToken } = await import('../issue-token.js');
    const issued = await issueToken(installation, input);
    return { ...issued, text: issued.access_token, exitCode: 0 };
  },
});
