import { limboId, type CatalogEvent, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { shrinkage, type DecisionContext } from '../../domain/decision.js';
import { decideDeleteElements, type DeletionSlice } from '../../domain/delete-elements.js';
import { decideRestoreVersion } from '../../domain/replace-file.js';
import { stateBefore, taggedEvent } from '../../domain/tag-elements.js';
import { addedDeltas, type TrashWork } from '../../domain/trash.js';
import { isFile, isVersion, versionId, type FileRow, type VersionRow } from '../../domain/versions.js';
import type { Catalog, CatalogSideWriter } from '../catalog.js';
import { readAncestors, walkUp, type Reader } from '../slices/read-folder.js';
import { readDeletion } from '../slices/read-selection.js';
import { readThinning, thinLater, type Thinning } from '../trash/thin-versions.js';
import { readTrashDays } from '../trash/trash-settings.js';
import { keepInTrash } from '../trash/trash-work.js';
import type { RewindWork } from './plan-rewind.js';

/** One transaction of a process that puts a folder back. */
export interface Step {
  name: string;
  /** It takes only the first of what it was asked for. */
  taken?: number;
  read(reader: Reader): Promise<unknown>;
  decide(slice: unknown, context: DecisionContext): { event: CatalogEvent | null };
  alongside?(side: CatalogSideWriter, event: CatalogEvent | null, slice: unknown): Promise<void>;
}

interface TypedStep<S> {
  name: string;
  read(reader: Reader): Promise<S>;
  taken?: number;
  decide(slice: S, context: DecisionContext): { event: CatalogEvent | null };
  alongside?(side: CatalogSideWriter, event: CatalogEvent | null, slice: S): Promise<void>;
}

/** The slice stays within the step, so its type may be erased. */
export const stepOf = <S>(step: TypedStep<S>): Step => step;

export const nothing = { event: null };

async function readLive(reader: Reader, ids: readonly ElementId[]): Promise<CatalogRow[]> {
  const rows = await reader.find({ id: { in: ids } });
  const folders = await readAncestors(reader, rows);
  return rows.filter((row) => {
    const above = walkUp(row, folders);
    return above !== null && !above.some((id) => folders.get(id)?.copying);
  });
}

/** They wait where no name is taken and no one deletes them. */
export const detaching = (process: string, ids: readonly ElementId[]): Step =>
  stepOf<CatalogRow[]>({
    name: 'detach-elements',
    read: (reader) => readLive(reader, ids),
    decide: (rows) =>
      rows.length === 0
        ? nothing
        : {
            event: {
              type: 'catalog.elements.deleted',
              roots: rows.map(({ id, parentId }) => ({ id, parentId })),
              removed: [],
              blobIds: [],
              limbo: rows.map(({ id }) => ({ id, limboId: limboId(process, id) })),
              process,
              delta: shrinkage([]),
            },
          },
  });

/** Also where an account keeps no trash: then they are deleted forever like all else in it. */
export const trashing = (catalog: Catalog, ids: readonly ElementId[]): Step =>
  stepOf<DeletionSlice>({
    name: 'trash-what-came',
    read: async (reader) => {
      const [tree, days, due] = await Promise.all([
        readDeletion(reader, ids),
        readTrashDays(reader, catalog.settings),
        reader.side<TrashWork>('trash').get('due'),
      ]);
      const { depth: deepest = null } = reader.state().bounds;
      return { ...tree, versions: [], trash: { days, isDue: due !== null }, deepest };
    },
    decide: (slice, context) => decideDeleteElements(slice, context, { held: false }),
    alongside: async (side, event, { trash }) => {
      if (event?.type === 'catalog.elements.deleted')
        await keepInTrash(side, event, trash, catalog.clock.now());
    },
  });

export const retagging = (items: readonly RewindWork['tagged'][number][]): Step =>
  stepOf<CatalogRow[]>({
    name: 'retag-elements',
    read: (reader) =>
      readLive(
        reader,
        items.map(({ id }) => id),
      ),
    decide: (rows) => {
      const tags = new Map(items.map((each) => [each.id, each.tags]));
      if (rows.length === 0) return nothing;
      return {
        event: taggedEvent(
          rows.map((row) => ({
            id: row.id,
            name: row.name,
            tags: tags.get(row.id) ?? row.tags,
            before: stateBefore(row),
          })),
        ),
      };
    },
  });

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

interface ContentSlice {
  found: { row: FileRow; version: VersionRow }[];
  thinning: Thinning;
}

/** The contents now become versions, so that nothing is lost. */
export const restoringContents = (catalog: Catalog, items: readonly RewindWork['contents'][number][]): Step =>
  stepOf<ContentSlice>({
    name: 'restore-contents',
    read: async (reader) => {
      const files = await readLive(
        reader,
        items.map(({ id }) => id),
      );
      const wanted = items.map(({ id, blobId }) => versionId(id, blobId));
      const versions = (await reader.find({ id: { in: wanted } })).filter(isVersion);
      const versionOf = new Map(versions.map((row) => [row.versionOf, row]));
      const found = files.filter(isFile).flatMap((row) => {
        const version = versionOf.get(row.id);
        return version ? [{ row, version }] : [];
      });
      return { found, thinning: await readThinning(reader) };
    },
    decide: ({ found }, { now }) => {
      // Copies share their bytes: their versions are told apart by the moment.
      const events = found.map((each, index) => decideRestoreVersion(each, later(now, index)).event);
      const [first] = events;
      if (!first) return nothing;
      const event = {
        ...first,
        replaced: events.flatMap(({ replaced }) => replaced),
        released: events.flatMap(({ released }) => released),
        delta: addedDeltas(events.map(({ delta }) => delta)),
      };
      return { event };
    },
    alongside: (side, _, { thinning }) => thinLater(side, thinning, catalog.clock.now()),
  });
