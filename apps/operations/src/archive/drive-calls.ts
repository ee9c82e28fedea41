import { Readable } from 'node:stream';
import {
  driveKnown,
  type DriveExportQuery,
  type DriveId,
  type DriveRestoreHead,
  type ServiceName,
} from '@skyshelf/contracts';
import { readDriveLines, writeDriveLines } from '@skyshelf/service';
import type { Installation } from '../installation.js';

type Reached = Pick<Installation, 'peers'>;

const pathOf = (drive: DriveId, call: string): string => `/internal/drives/${drive}/${call}`;

/** A part of what a service holds of a drive, in pages. */
export async function* exportedPages(
  { peers }: Reached,
  service: ServiceName,
  drive: DriveId,
  { part, ...rest }: DriveExportQuery,
): AsyncGenerator<unknown[]> {
  const query = new URLSearchParams({ part });
  for (const [key, value] of Object.entries<unknown>(rest))
    query.set(key, value instanceof Date ? value.toISOString() : String(value));
  const { body } = await peers.bytes(service, `${pathOf(drive, 'export')}?${query.toString()}`);
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
  const body = Readable.from(untilFailure(), { objectMode: false });
  try {
    const answer = await peers.bytes(service, pathOf(drive, 'restore'), { method: 'POST', body });
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
  await peers.json(service, pathOf(drive, 'forget'), { method: 'POST', body: { forGood } });
}

export const isKnownTo = async ({ peers }: Reached, service: ServiceName, drive: DriveId): Promise<boolean> =>
  driveKnown.parse(await peers.json(service, pathOf(drive, 'known'))).known;
