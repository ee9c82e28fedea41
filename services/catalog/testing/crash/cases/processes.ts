import type { OpId } from '@skyshelf/contracts';
import { planCopy } from '#src/application/processes/continue-copy.js';
import { copyChunk } from '#src/application/commands/copy-in-chunks.js';
import type { CopyProcess } from '#src/domain/long-process.js';
import { aFile, aFolder, aLink, manyFiles } from '../../facts.js';
import { crashCase, type CrashCase, type Shelf } from '../crash-case.js';
import { opIdOf } from '../messages.js';
import { largeShelf } from './large-shelf.js';

const cancel: CrashCase['act'] = ({ processes, user }, opId, process) =>
  processes.cancel({ process }, user, opId);

const undo: CrashCase['act'] = ({ processes, user }, opId, operation) =>
  processes.undo({ operation: operation as OpId }, user, opId);

async function beginCopy(shelf: Shelf): Promise<string> {
  const { elements, user } = shelf;
  const { docs } = await elements.paste({ url: '/to/', arr: ['big'], action: 'copy' }, user, opIdOf('copy'));
  return docs.process ?? '';
}

/** The first portion of a copy under way. */
async function carryOnce({ catalog, user: { drive } }: Shelf, process: string): Promise<void> {
  const copy = await (await catalog.store.reader(drive)).side<CopyProcess>('processes').get(process);
  if (!copy) throw new Error('nothing is being copied');
  for await (const portion of planCopy(catalog, drive, copy)) {
    await copyChunk(catalog, drive, process, portion);
    return;
  }
}

/** The cases in which a process in chunks is ended or continues. */
export const processCases: readonly CrashCase[] = [
  crashCase('cancelProcess', 'a copy that has come half way', {
    facts: largeShelf,
    prepare: async (shelf) => {
      const process = await beginCopy(shelf);
      await carryOnce(shelf, process);
      return process;
    },
    retriedFirst: true,
    act: cancel,
  }),
  crashCase('cancelProcess', 'a deletion', {
    facts: largeShelf,
    prepare: async ({ elements, catalog, user }) => {
      await elements.remove({ url: '/', arr: ['big'], forever: true }, user, opIdOf('delete'));
      const reader = await catalog.store.reader(user.drive);
      return (await reader.side('processes').find({}))[0]?.id ?? '';
    },
    retriedFirst: true,
    act: cancel,
  }),
  crashCase('cancelProcess', 'a deletion that is undone', {
    facts: [aFolder('a'), aFile('photo.png', 'a'), aLink('l')],
    prepare: async ({ elements, user }) => {
      const { docs } = await elements.remove({ url: '/', arr: ['a', 'l'], hold: 60 }, user, opIdOf('delete'));
      return docs.process ?? '';
    },
    retriedFirst: true,
    act: ({ processes, user }, opId, process) => processes.cancel({ process, exact: true }, user, opId),
  }),
  crashCase('undo', 'a deletion', {
    facts: [aFolder('a'), aFile('photo.png', 'a'), aLink('l')],
    prepare: async ({ elements, user }) =>
      (await elements.remove({ url: '/', arr: ['a', 'l'], hold: 60 }, user, opIdOf('delete'))).operation,
    retriedFirst: true,
    act: undo,
  }),
  crashCase('undo', 'a move from two folders, one step each', {
    facts: [aFolder('a'), aLink('l', 'a'), aLink('m'), aFolder('to')],
    prepare: async ({ elements, user }) =>
      (await elements.paste({ url: '/to/', arr: ['l', 'm'], action: 'cut' }, user, opIdOf('cut'))).operation,
    act: undo,
  }),
  crashCase('cancelProcess', 'a tag being renamed', {
    facts: manyFiles('root', 250),
    prepare: async ({ tags, user, store }) => {
      const reader = await store.reader(user.drive);
      const ids = (await reader.find({})).map(({ id }) => id);
      for (const part of [ids.slice(0, 125), ids.slice(125)])
        await tags.tag({ arr: part, add: ['x'], remove: [] }, user, opIdOf(`tag-${part.length}-${part[0]}`));
      const { docs } = await tags.rename({ tag: 'x', to: 'y' }, user, opIdOf('rename'));
      return docs.process ?? '';
    },
    retriedFirst: true,
    act: cancel,
  }),
];
