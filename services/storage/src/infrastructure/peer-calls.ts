import {
  catalogCalls,
  CLIENT_DEVICE_HEADER,
  billingCalls,
  DomainError,
  folderTreeHead,
  folderTreeLine,
  type ElementId,
  type BlobId,
} from '@skyshelf/contracts';
import { ask, type Peers, askBytes } from '@skyshelf/peers';
import { linePages, coalesce } from '@skyshelf/service';
import type { Reach } from '@skyshelf/tokens';
import type { Bundles } from '../application/bundles.js';
import type { UnusedBlobs } from '../application/sweep/swept-records.js';
import type {
  TakeoutSource,
  FolderTree,
  ShownFiles,
  TreeEntry,
  Hidden,
  LiveFiles,
} from '../application/ports.js';

export const catalogBundles = (peers: Pick<Peers, 'json'>): Bundles => ({
  start: (drive, opId, request) => ask(peers, catalogCalls.startBundle, { body: { drive, opId, request } }),
  admit: ({ device, ...body }) =>
    ask(peers, catalogCalls.admitBundle, {
      body,
      headers: device === undefined ? {} : { [CLIENT_DEVICE_HEADER]: device },
    }),
});

export const catalogUnusedBlobs = (peers: Pick<Peers, 'json'>): UnusedBlobs => ({
  async among(drive, blobIds) {
    const body = { drive, blobIds: [...blobIds] };
    return (await ask(peers, catalogCalls.unusedBlobs, { body })).unused;
  },
});

export const takeoutSource = (peers: Peers): TakeoutSource => ({
  tree: async (drive, { trash, history }) => {
    const query = { ...(trash && { trash: '1' as const }), ...(history && { history: '1' as const }) };
    return (await askBytes(peers, catalogCalls.driveTree, { params: { drive }, query })).body;
  },
  bookmarks: async (drive) =>
    (await askBytes(peers, catalogCalls.driveBookmarks, { params: { drive } })).body,
  shares: async (drive) => (await ask(peers, catalogCalls.driveShares, { params: { drive } })).shares,
  settings: async (drive) => (await ask(peers, billingCalls.accountContent, { params: { drive } })).settings,
});

export const catalogShownFiles = (peers: Peers): ShownFiles => ({
  version: async (drive) => (await ask(peers, catalogCalls.driveVersion, { params: { drive } })).version,
  files: (reach, files, hidden) =>
    ask(peers, catalogCalls.shownFiles, {
      params: { drive: reach.drive },
      body: { files: [...files], ...withinOf(reach), ...(hidden && { [hidden]: true as const }) },
    }),
  folder: (reach, folderId, trash) => folderOf(peers, reach, folderId, trash),
});

const withinOf = ({ scope }: Reach) => (scope?.roots ? { within: [...scope.roots] } : {});

async function folderOf(
  peers: Peers,
  reach: Reach,
  folderId: ElementId,
  trash: boolean | undefined,
): Promise<FolderTree> {
  const query = { ...withinOf(reach), ...(trash && { trash: '1' as const }) };
  const asked = { params: { drive: reach.drive, folderId }, query };
  const { body } = await askBytes(peers, catalogCalls.folderTree, asked);
  // A line is a page; waits for the first.
  const pages = linePages(body, 'A page of the tree', 1);
  const first = await pages.next();
  const [head, ...rest] = first.done === true ? [] : first.value;
  if (head === undefined) throw broken();
  const { version, top, elements } = folderTreeHead.parse(JSON.parse(head));
  return { version, top, elements, entries: entriesOf(rest, pages) };
}

async function* entriesOf(first: string[], further: AsyncIterable<string[]>): AsyncGenerator<TreeEntry[]> {
  let came = 0;
  let expected: number | null = null;
  for await (const lines of inTurn(first, further))
    for (const line of lines) {
      const page = folderTreeLine.parse(JSON.parse(line));
      if (!Array.isArray(page)) expected = page.end;
      else {
        came += page.length;
        yield page.map(([folder, name, blobId, born]) => ({ folder, name, blobId, born }));
      }
    }
  if (expected !== came) throw broken();
}

async function* inTurn(first: string[], further: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  yield first;
  yield* further;
}

/** Part of a tree must not pass for all. */
const broken = (): DomainError =>
  new DomainError('service.unavailable', { cause: new Error('The tree sent by catalog broke off.') });

/** Live blobs at one version; of others nothing is known. */
interface Known {
  version: number;
  live: Set<string>;
}

interface Asked {
  reach: Reach;
  blobId: BlobId;
}

/** The user's own calls, or those of one scope. */
const nameOf = ({ drive, scope }: Reach): string => [drive, ...(scope?.roots ?? [])].join(' ');

const MOST_DRIVES = 1000;
const MOST_OF_A_DRIVE = 5000;
const MOST_ASKED = 100;

/**
 * Asks at each read, so that an acknowledged deletion counts. Parallel readers share a question, never one
 * under way; for an unchanged drive only the version is asked.
 */
export class CatalogLiveFiles implements LiveFiles {
  /** The least recently used first. */
  private readonly known = new Map<string, Known>();
  private readonly ask: (asked: Asked) => Promise<boolean>;

  constructor(private readonly peers: Pick<Peers, 'json'>) {
    this.ask = coalesce((asked: Asked[]) => this.askAll(asked), MOST_ASKED);
  }

  isLive(reach: Reach, blobId: BlobId): Promise<boolean> {
    return this.ask({ reach, blobId });
  }

  /** Rare: nothing of it is remembered. */
  async isHidden(reach: Reach, blobId: BlobId, where: Hidden): Promise<boolean> {
    // Trash and histories belong to no folder that a scope could reach.
    if (reach.scope) return false;
    const questions = [{ drive: reach.drive, blobIds: [blobId], known: null, [where]: true as const }];
    const { answers } = await ask(this.peers, catalogCalls.liveFiles, { body: { questions } });
    return answers[0]?.live?.includes(blobId) ?? false;
  }

  private async askAll(asked: readonly Asked[]): Promise<boolean[]> {
    const byName = Map.groupBy(asked, ({ reach }) => nameOf(reach));
    const questions = [...byName].flatMap(([name, its]) =>
      its[0] ? [{ name, reach: its[0].reach, ...this.questionOf(name, its) }] : [],
    );
    const body = {
      questions: questions.map(({ reach, blobIds, kept }) => ({
        drive: reach.drive,
        blobIds,
        known: kept?.version ?? null,
        ...withinOf(reach),
      })),
    };
    const { answers } = await ask(this.peers, catalogCalls.liveFiles, { body });
    const live = new Map<string, ReadonlySet<string>>();
    for (const [index, { name, kept }] of questions.entries()) {
      const answer = answers[index];
      if (answer)
        live.set(
          name,
          answer.live === null ? (kept?.live ?? new Set()) : this.learn(name, answer.version, answer.live),
        );
    }
    return asked.map(({ reach, blobId }) => live.get(nameOf(reach))?.has(blobId) ?? false);
  }

  /** Unknown blobs are asked for even if the drive is unchanged. */
  private questionOf(name: string, asked: readonly Asked[]) {
    const kept = this.known.get(name);
    const blobIds = [...new Set(asked.map(({ blobId }) => blobId))];
    return { blobIds, kept: kept && blobIds.every((id) => kept.live.has(id)) ? kept : null };
  }

  private learn(name: string, version: number, found: readonly string[]): ReadonlySet<string> {
    const kept = this.known.get(name);
    const isSame = kept?.version === version && kept.live.size < MOST_OF_A_DRIVE;
    const live = new Set([...(isSame ? kept.live : []), ...found]);
    this.known.delete(name);
    this.known.set(name, { version, live });
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_DRIVES && oldest !== undefined) this.known.delete(oldest);
    return live;
  }
}
