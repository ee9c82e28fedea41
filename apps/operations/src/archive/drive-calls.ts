import { Readable } from 'node:stream';
import {
  internalRoutes,
  type DriveExportQuery,
  type DriveId,
  type DriveRestoreHead,
  type ServiceName,
} from '@skyshelf/contracts';
import { ask, askBytes } from '@skyshelf/peers';
import { readDriveLines, writeDriveLines } from '@skyshelf/service';
import type { Installation } from '../installation.js';

type Reached = Pick<Installation, 'peers'>;

/** A part of what a service holds of a drive, in pages. */
export async function* exportedPages(
  { peers }: Reached,
  service: ServiceName,
  drive: DriveId,
  query: DriveExportQuery,
): AsyncGenerator<unknown[]> {
  const { body } = await askBytes(peers, internalRoutes.driveExport, { service, params: { drive }, query });
  yield* readDriveLines(body);
}

/** The same, all of it: for parts that are small. */
export const exportedPart = async (...given: Parameters<typeof exportedPages>): Promise<unknown[]> =>
  (await Array.fromAsync(exportedPages(...given))).flat();

export interface RestoredPart {
  service: ServiceName;
  drive: DriveId;
  head: DriveRestoreHead;
  lines?: AsyncIterable<unknown>;
}

/**
 * Hands a service what it held of a drive elsewhere.
 * @throws what the lines threw, else the service's refusal; what it has taken by then stays: `forget` it
 */
export async function restoreInto(
  { peers }: Reached,
  { service, drive, head, lines }: RestoredPart,
): Promise<void> {
  const failed: unknown[] = [];
  async function* all(): AsyncGenerator<unknown> {
    yield head;
    if (lines) yield* lines;
  }
  /** Without its closing line the service refuses what it got; a stream that fails would only break the connection. */
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

/** Lets a service remove all that it holds of a drive. */
export async function forgetIn(
  { peers }: Reached,
  service: ServiceName,
  drive: DriveId,
  { forGood }: { forGood: boolean },
): Promise<void> {
  await ask(peers, internalRoutes.driveForget, { service, params: { drive }, body: { forGood } });
}

export const isKnownTo = async ({ peers }: Reached, service: ServiceName, drive: DriveId): Promise<boolean> =>
  (await ask(peers, internalRoutes.driveKnown, { service, params: { drive } })).known;
