import { Readable } from 'node:stream';
import {
  internalRoutes,
  type DriveExportQuery,
  type DriveId,
  type DriveRestoreHead,
  type ServiceName,
  forgettingOrder,
  DomainError,
} from '@skyshelf/contracts';
import { ask, askBytes } from '@skyshelf/peers';
import { readDriveLines, writeDriveLines } from '@skyshelf/service';
import { readName } from '@skyshelf/local-identity';
import type { Installation } from '../installation.js';

type Reached = Pick<Installation, 'peers'>;

export async function* exportedPages(
  { peers }: Reached,
  service: ServiceName,
  drive: DriveId,
  query: DriveExportQuery,
): AsyncGenerator<unknown[]> {
  const { body } = await askBytes(peers, internalRoutes.driveExport, { service, params: { drive }, query });
  yield* readDriveLines(body);
}

export const exportedPart = async (...given: Parameters<typeof exportedPages>): Promise<unknown[]> =>
  (await Array.fromAsync(exportedPages(...given))).flat();

export interface RestoredPart {
  service: ServiceName;
  drive: DriveId;
  head: DriveRestoreHead;
  lines?: AsyncIterable<unknown>;
}

/** @throws what the lines threw, else the service's refusal; `forget` what it took */
export async function restoreInto(
  { peers }: Reached,
  { service, drive, head, lines }: RestoredPart,
): Promise<void> {
  const failed: unknown[] = [];
  async function* all(): AsyncGenerator<unknown> {
    yield head;
    if (lines) yield* lines;
  }
  /** The service refuses a stream without the closing line; a failing stream would only break the connection. */
  async function* untilFailure(): AsyncGenerator<string> {
    try {
      yield* writeDriveLines(all());
    } catch (error) {
      failed.push(error);
    }
  }
  const sent = Readable.from(untilFailure(), { objectMode: false });
  try {
    const answer = await askBytes(peers, internalRoutes.driveRestore, { service, params: { drive }, sent });
    answer.body.resume();
  } catch (error) {
    throw failed.length > 0 ? failed[0] : error;
  }
}

async function forgetIn(
  { peers }: Reached,
  service: ServiceName,
  drive: DriveId,
  { forGood }: { forGood: boolean },
): Promise<void> {
  await ask(peers, internalRoutes.driveForget, { service, params: { drive }, body: { forGood } });
}

export const hasDrive = async ({ peers }: Reached, service: ServiceName, drive: DriveId): Promise<boolean> =>
  (await ask(peers, internalRoutes.driveKnown, { service, params: { drive } })).known;

/** Deletes the drive for good: tombstones stay. Repeatable. */
export async function forgetDrive(installation: Pick<Installation, 'peers'>, drive: DriveId): Promise<void> {
  for (const service of forgettingOrder) await forgetIn(installation, service, drive, { forGood: true });
}

/** Removes a drive in which no one could sign in. Blobs go with storage's sweep. */
export async function undoRestore(installation: Pick<Installation, 'peers'>, drive: DriveId): Promise<void> {
  if ((await exportedPart(installation, 'gateway', drive, { part: 'account' })).length > 0)
    throw new Error(`The drive ${drive} has an account: it is not taken back.`);
  for (const service of forgettingOrder)
    if (service !== 'gateway') await forgetIn(installation, service, drive, { forGood: false });
}

/**
 * `Alice Moreau` is `local|alice-moreau`, as at the local identity provider; `github|4711` stays.
 * @throws DomainError `input.invalid`: no letter or digit
 */
export function subOf(user: string): string {
  if (user.includes('|')) return user;
  const known = readName(user);
  if (known) return `local|${known.id}`;
  throw new DomainError('input.invalid', { field: 'user', message: 'A name needs a letter or a digit.' });
}
