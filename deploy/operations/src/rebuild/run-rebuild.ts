import { DomainError, type DriveId, type ServiceName } from '@skyshelf/contracts';
import type { Problem } from '../fsck/check.js';
import { drivesOf, streamServices, type Installation } from '../installation.js';

export interface Rebuilt {
  service: ServiceName;
  drive: DriveId;
  rows: number;
  /** The version of the stream that the rows stand for. */
  version: number;
}

export interface RebuildReport {
  rebuilt: Rebuilt[];
  /** Drives that could not be rebuilt, or that broke a rule afterwards. */
  failed: { service: ServiceName; drive: DriveId; message: string }[];
  text: string;
  /** 0: everything is rebuilt and sound; 1: not. */
  exitCode: 0 | 1;
}

/** A drive spends most of its time waiting for readers of the old rows to go. */
const AT_A_TIME = 8;

/**
 * Writes the read models anew from the events, eight drives at a time, while everything goes on, and checks each afterwards. A drive that fails keeps the
 * model it had; the others are done all the same.
 * @throws DomainError `input.invalid` for a drive that nobody knows
 */
export async function runRebuild(
  installation: Installation,
  { drive }: { drive?: DriveId } = {},
): Promise<RebuildReport> {
  const rebuilt: Rebuilt[] = [];
  const failed: RebuildReport['failed'] = [];
  const waiting = (await choose(installation, drive)).values();
  const work = async () => {
    for (const each of waiting) {
      try {
        rebuilt.push(await rebuildOne(installation, each));
      } catch (error) {
        failed.push({ ...each, message: error instanceof Error ? error.message : String(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const lines = [
    ...rebuilt.map(
      ({ service, drive: of, rows, version }) => `✓ ${service} ${of}: ${rows} rows at version ${version}`,
    ),
    ...failed.map(({ service, drive: of, message }) => `✗ ${service} ${of}: ${message}`),
    `${rebuilt.length} rebuilt, ${failed.length} failed`,
  ];
  return { rebuilt, failed, text: lines.join('\n'), exitCode: failed.length > 0 ? 1 : 0 };
}

type Chosen = Pick<Rebuilt, 'service' | 'drive'>;

async function choose(installation: Installation, wanted: DriveId | undefined): Promise<Chosen[]> {
  const all: Chosen[] = [];
  for (const service of streamServices) {
    all.push(...(await drivesOf(installation, service)).map((drive) => ({ service, drive })));
  }
  const chosen = wanted === undefined ? all : all.filter(({ drive }) => drive === wanted);
  if (wanted !== undefined && chosen.length === 0) {
    throw new DomainError('input.invalid', { field: 'drive', message: `There is no drive ${wanted}.` });
  }
  return chosen;
}

async function rebuildOne({ peers }: Installation, { service, drive }: Chosen): Promise<Rebuilt> {
  const path = `/internal/drives/${drive}`;
  const done = await peers.json<{ rows: number; version: number }>(service, `${path}/rebuild`, {
    method: 'POST',
  });
  const { problems } = await peers.json<{ problems: Problem[] }>(service, `${path}/check`);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
  return { service, drive, ...done };
}
