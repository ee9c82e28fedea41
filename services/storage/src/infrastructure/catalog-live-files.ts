import { catalogCalls, type BlobId, type DriveId } from '@skyshelf/contracts';
import { coalesce } from '@skyshelf/service';
import { ask, type Peers } from '@skyshelf/peers';
import type { LiveFiles } from '../application/ports.js';

/** Live blobs at one version; of others nothing is known. */
interface Known {
  version: number;
  live: Set<string>;
}

interface Asked {
  drive: DriveId;
  blobId: BlobId;
}

const MOST_DRIVES = 1000;
const MOST_OF_A_DRIVE = 5000;
/** Catalog's limit. */
const MOST_ASKED = 100;

/**
 * Asks at each read, so that an acknowledged deletion counts. Parallel readers share a question, never one
 * under way; for an unchanged drive only the version is asked.
 */
export class CatalogLiveFiles implements LiveFiles {
  /** The least recently used first. */
  private readonly known = new Map<DriveId, Known>();
  private readonly ask: (asked: Asked) => Promise<boolean>;

  constructor(private readonly peers: Pick<Peers, 'json'>) {
    this.ask = coalesce((asked: Asked[]) => this.askAll(asked), MOST_ASKED);
  }

  isLive(drive: DriveId, blobId: BlobId): Promise<boolean> {
    return this.ask({ drive, blobId });
  }

  private async askAll(asked: readonly Asked[]): Promise<boolean[]> {
    const byDrive = Map.groupBy(asked, ({ drive }) => drive);
    const questions = [...byDrive].map(([drive, its]) => ({ drive, ...this.questionOf(drive, its) }));
    const body = {
      questions: questions.map(({ drive, blobIds, kept }) => ({
        drive,
        blobIds,
        known: kept?.version ?? null,
      })),
    };
    const { answers } = await ask(this.peers, catalogCalls.liveFiles, { body });
    const live = new Map<DriveId, ReadonlySet<string>>();
    for (const [index, { drive, kept }] of questions.entries()) {
      const answer = answers[index];
      if (answer)
        live.set(
          drive,
          answer.live === null ? (kept?.live ?? new Set()) : this.learn(drive, answer.version, answer.live),
        );
    }
    return asked.map(({ drive, blobId }) => live.get(drive)?.has(blobId) ?? false);
  }

  /** Unknown blobs are asked for even if the drive is unchanged. */
  private questionOf(drive: DriveId, asked: readonly Asked[]) {
    const kept = this.known.get(drive);
    const blobIds = [...new Set(asked.map(({ blobId }) => blobId))];
    return { blobIds, kept: kept && blobIds.every((id) => kept.live.has(id)) ? kept : null };
  }

  private learn(drive: DriveId, version: number, found: readonly string[]): ReadonlySet<string> {
    const kept = this.known.get(drive);
    const isSame = kept?.version === version && kept.live.size < MOST_OF_A_DRIVE;
    const live = new Set([...(isSame ? kept.live : []), ...found]);
    this.known.delete(drive);
    this.known.set(drive, { version, live });
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_DRIVES && oldest !== undefined) this.known.delete(oldest);
    return live;
  }
}
