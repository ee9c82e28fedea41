import { DomainError, type OpId, type Warning, limits, type DriveId } from '@skyshelf/contracts';
import { tagsOf } from '@skyshelf/contracts/rules';
import {
  decideTagElements,
  type TagElements,
  decideRetag,
  decideRetagChunk,
  type Retag,
  type RetagAnswer,
} from '../../domain/tag-elements.js';
import { type Account, type Catalog, ownOrigin } from '../catalog.js';
import { runFor } from '../run-for.js';
import { readSelection } from '../slices/read-selection.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { RetagProcess } from '../../domain/long-process.js';
import { FenceTimer } from '../processes/chunk-pace.js';
import type { Reader } from '../slices/read-folder.js';
import { beginProcess } from '../processes/stored-processes.js';

export interface TagElementsInput extends TagElements {
  ids: readonly string[];
}

/** A tag in both lists is added. */
export function tagElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { ids, add, remove }: TagElementsInput,
): Promise<{ modifiedCount: number; warnings: Warning[] }> {
  if (ids.some((id) => id.startsWith('default:'))) throw new DomainError('default.locked', { field: 'arr' });
  const tags = { add: tagsOf(add), remove: tagsOf(remove) };
  return runFor(catalog, account, opId, {
    name: 'tag-elements',
    payload: { ids, ...tags },
    read: (reader) => readSelection(reader, ids),
    decide: (selection) => decideTagElements(tags, selection),
  });
}

/** Everywhere; removes it with `to: null`. */
export async function retagDrive(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  typed: Retag,
): Promise<RetagAnswer> {
  const retag = { tag: oneTag(typed.tag, 'tag'), to: typed.to === null ? null : oneTag(typed.to, 'to') };
  if (retag.tag === retag.to) return { modifiedCount: 0, process: null };
  return runFor(catalog, account, opId, {
    name: 'retag-drive',
    payload: retag,
    read: (reader) => readTagged(reader, retag.tag),
    decide: (rows, context) => decideRetag(retag, rows, context),
    alongside: async (side, { answer: { process, modifiedCount } }) => {
      if (process === null) return;
      const rest = { id: process, chunk: 1, done: modifiedCount, ...retag };
      await beginProcess<RetagProcess>(side, { kind: 'retag', ...rest });
    },
  });
}

export async function retagChunk(
  catalog: Catalog,
  drive: DriveId,
  processId: string,
  chunk: number,
  most: number = limits.maxElementsPerTransaction,
): Promise<{ last: boolean; modified: number; heldMs: number }> {
  const held = new FenceTimer(catalog.clock);
  const done = await catalog.store.withDrive(
    drive,
    `${processId}:${chunk}` as OpId,
    {
      name: 'retag-chunk',
      payload: { process: processId, chunk },
      read: async (reader) => {
        held.begin();
        const process = await reader.side<RetagProcess>('processes').get(processId);
        return { process, rows: process ? await readTagged(reader, process.tag, most) : [] };
      },
      decide: ({ process, rows }) => decideRetagChunk(chunk, process, rows, most),
      alongside: async (side, { answer: { last, modified }, slice: { process } }) => {
        if (last) await side.remove('processes', processId);
        else if (process?.chunk === chunk) {
          const next = { ...process, chunk: chunk + 1, done: process.done + modified };
          await side.put<RetagProcess>('processes', next);
        }
      },
    },
    ownOrigin(false),
  );
  return { ...done, heldMs: held.ms() };
}

/** One more than a transaction takes, to know whether these are all. */
const readTagged = (
  reader: Reader,
  tag: string,
  most: number = limits.maxElementsPerTransaction,
): Promise<CatalogRow[]> => reader.find({ tags: { in: [tag] } }, { limit: most + 1, order: 'any' });

function oneTag(typed: string, field: string): string {
  const [tag] = tagsOf([typed]);
  if (tag === undefined) throw new DomainError('name.required', { field });
  return tag;
}
