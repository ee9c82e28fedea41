import { randomBytes } from 'node:crypto';
import { DomainError, ROOT_ID, type DriveId, type OpId } from '@skyshelf/contracts';
import type { Command, DecisionContext, RowReader, SideWriter, CommandOrigin } from '../port.js';
import type { ShelfEvent, ShelfRow, ShelfSide } from './shelf-events.js';
import type { ShelfTotals } from './shelf-projection.js';

export type ShelfCommand<S = unknown, A = { id: string }> = Command<
  ShelfEvent,
  ShelfRow,
  S,
  A,
  ShelfSide,
  ShelfTotals
>;
export type ShelfReader = RowReader<ShelfRow, ShelfSide, ShelfTotals>;
type Decide<S, A> = (
  slice: S,
  context: DecisionContext,
) => { event: ShelfEvent | null; answer: A; bounds?: { depth: number } };

const nameKeyOf = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Lets the slice's type follow from `read`. */
export const command = <S, A>(
  name: string,
  payload: unknown,
  read: (reader: ShelfReader) => Promise<S>,
  decide: Decide<S, A>,
  alongside?: ShelfCommand<S, A>['alongside'],
  foresees?: ShelfCommand<S, A>['foresees'],
): ShelfCommand<S, A> => ({ name, payload, read, decide, alongside, foresees });

const searchFor = (parentId: string, kind: ShelfRow['class'], name: string) => ({
  parentId,
  class: kind,
  nameKey: nameKeyOf(name),
});

interface Place {
  arrived: boolean;
  above: number;
  taken: boolean;
}

async function placeOf(
  reader: ShelfReader,
  parentId: string,
  kind: ShelfRow['class'],
  name: string,
): Promise<Place> {
  const path = await reader.ancestors(parentId);
  const equal = await reader.find(searchFor(parentId, kind, name), { limit: 1 });
  return { arrived: path !== null, above: path?.length ?? 0, taken: equal.length > 0 };
}

function refuseUnlessFree({ arrived, taken }: Omit<Place, 'above'>): void {
  if (!arrived) throw new DomainError('folder.not-found');
  if (taken) throw new DomainError('name.exists');
}

export const createFolder = (name: string, parentId: string = ROOT_ID, id?: string) =>
  command(
    'create-folder',
    { name, parentId },
    (reader) => placeOf(reader, parentId, 'folder', name),
    (place, { newId }) => {
      refuseUnlessFree(place);
      const made = {
        id: id ?? newId(),
        parentId,
        name,
        nameKey: nameKeyOf(name),
        delta: { used: 0, count: 1 },
      };
      const event = { type: 'shelf.folder.created' as const, ...made };
      return { event, answer: { id: made.id }, bounds: { depth: place.above + 1 } };
    },
    undefined,
    searchFor(parentId, 'folder', name),
  );

export const reserveSpace = (side: SideWriter<ShelfSide, ShelfTotals>, bytes: number): Promise<void> =>
  side.adjust((totals) => ({ ...totals, reserved: Math.max(0, totals.reserved + bytes) }));

export interface Book {
  name: string;
  parentId?: string;
  size?: number;
  tags?: string[];
  id?: string;
  reserved?: number;
  blind?: boolean;
}

export const addBook = (book: Book) => {
  const { name, parentId = ROOT_ID, size = 1, tags = [], id, reserved = 0, blind = false } = book;
  return command(
    'add-book',
    book,
    async (reader) => {
      const place = await placeOf(reader, parentId, 'item', name);
      return { ...place, taken: place.taken && !blind };
    },
    (place, { newId }) => {
      refuseUnlessFree(place);
      const delta = { used: size, count: 1 };
      const made = { id: id ?? newId(), parentId, name, nameKey: nameKeyOf(name), size, tags, delta };
      return { event: { type: 'shelf.book.added', ...made }, answer: { id: made.id } };
    },
    async (side) => {
      if (reserved > 0) await reserveSpace(side, -reserved);
    },
    searchFor(parentId, 'item', name),
  );
};

export const rename = (id: string, name: string) =>
  command(
    'rename',
    { id, name },
    async (reader) => {
      const row = await reader.get(id);
      return row && { row, place: await placeOf(reader, row.parentId, row.class, name) };
    },
    (slice) => {
      if (!slice) throw new DomainError('element.not-found');
      if (slice.row.name === name) return { event: null, answer: { renamed: 0 } };
      const { arrived, taken } = slice.place;
      refuseUnlessFree({ arrived, taken: taken && slice.row.nameKey !== nameKeyOf(name) });
      return { event: { type: 'shelf.renamed', id, name, nameKey: nameKeyOf(name) }, answer: { renamed: 1 } };
    },
  );

export const newDrive = (): DriveId => `d${randomBytes(8).toString('hex')}` as DriveId;
export const newOp = (): OpId => `op:${randomBytes(9).toString('hex')}` as OpId;
export const origin: CommandOrigin = {
  actor: 'local|ada',
  device: 'Firefox on Linux',
  trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
