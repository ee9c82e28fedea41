import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { DomainError, type DriveId, gatewayCalls } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { type Installation, streamServices } from '../installation.js';
import { type Caller, type Report, silentCaller } from '../report.js';
import { RestoreClaim } from './restore-claim.js';
import { hasDrive, restoreInto, undoRestore } from './drive-calls.js';
import { RestoreRun } from './restore-run.js';
import { type ArchiveContent, verifyArchive } from './verify-archive.js';

export interface ImportReport extends Report {
  drive: DriveId;
  version: number;
  blobs: number;
}

/**
 * All or nothing: verified before anything is written; no one can sign in before all is checked.
 * @throws DomainError `input.invalid`: the archive is not whole, or the account or drive exists
 */
export async function runImport(
  installation: Installation,
  { file }: { file: string },
  caller: Caller = silentCaller,
): Promise<ImportReport> {
  caller.tell({ step: 'reading the archive', done: 0, total: null });
  const content = await verifyArchive(file, caller.signal);
  const { account, catalog } = content.manifest;
  const { drive } = account;
  const claim = await RestoreClaim.take(installation, drive, randomUUID());
  if (await isToDo(installation, content, claim))
    await restored(installation, { file, content, claim }, caller);
  await claim.end();
  const text = `${account.sub}: drive ${drive} at version ${catalog.version}, ${content.blobs} blobs`;
  return { drive, version: catalog.version, blobs: content.blobs, text, exitCode: 0 };
}

/** Removes a killed import's leftovers. @returns false when that had finished */
async function isToDo(
  installation: Installation,
  content: ArchiveContent,
  claim: RestoreClaim,
): Promise<boolean> {
  try {
    if (claim.wasBroken) {
      if (await isOpened(installation, content)) return false;
      await undoRestore(installation, content.manifest.account.drive);
    }
    await refuseKnown(installation, content);
    return true;
  } catch (error) {
    await (claim.wasBroken ? claim.leave() : claim.end());
    throw error;
  }
}

async function restored(
  installation: Installation,
  { file, content, claim }: { file: string; content: ArchiveContent; claim: RestoreClaim },
  caller: Caller,
): Promise<void> {
  const { account } = content.manifest;
  try {
    await new RestoreRun(installation, file, content, caller).everything();
    const lines = Readable.from([{ account }]);
    await restoreInto(installation, {
      service: 'gateway',
      drive: account.drive,
      head: { passed: {} },
      lines,
    });
  } catch (error) {
    if (!(await isOpenedAfterAll(installation, content, claim))) throw error;
  }
}

/** The last answer may be lost: then the account exists, complete. Else removes everything. */
async function isOpenedAfterAll(
  installation: Installation,
  content: ArchiveContent,
  claim: RestoreClaim,
): Promise<boolean> {
  try {
    if (await isOpened(installation, content)) return true;
    await undoRestore(installation, content.manifest.account.drive);
    await claim.end();
  } catch {
    await claim.leave();
  }
  return false;
}

async function accountOf({ peers }: Installation, { manifest }: ArchiveContent) {
  const { sub } = manifest.account;
  return (await ask(peers, gatewayCalls.accountOf, { query: { sub } })).account;
}

const isOpened = async (installation: Installation, content: ArchiveContent): Promise<boolean> =>
  (await accountOf(installation, content))?.drive === content.manifest.account.drive;

async function refuseKnown(installation: Installation, content: ArchiveContent): Promise<void> {
  const { sub, drive } = content.manifest.account;
  if (await accountOf(installation, content))
    throw new DomainError('input.invalid', {
      message: `${sub} has an account here already. Nothing was changed.`,
    });
  for (const service of streamServices) {
    if (await hasDrive(installation, service, drive))
      throw new DomainError('input.invalid', {
        message: `The drive ${drive} is there already. Nothing was changed.`,
      });
  }
}
