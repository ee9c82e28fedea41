import { type DriveId, type ElementId, type ElementView, DomainError, type OpId } from '@skyshelf/contracts';
import type { Catalog, Account } from '../catalog.js';
import { openReader } from '../slices/require-within.js';

export async function counted<V extends ElementView>(
  { opens }: Pick<Catalog, 'opens'>,
  drive: DriveId,
  views: readonly V[],
): Promise<V[]> {
  if (views.length === 0) return [];
  const counts = await opens.of(
    drive,
    views.map(({ _id }) => _id as ElementId),
  );
  return views.map((view) => ({ ...view, counter: counts.get(view._id as ElementId) ?? view.counter }));
}

export async function countedOne(
  catalog: Pick<Catalog, 'opens'>,
  drive: DriveId,
  view: ElementView,
): Promise<ElementView> {
  const [found = view] = await counted(catalog, drive, [view]);
  return found;
}

const beginning = Buffer.from('{"_id":"');
const counterField = Buffer.from('"counter":');
const quote = 0x22;

/**
 * Each element begins with `_id`; neither that nor a field's name can occur in a text, whose quotes are
 * escaped.
 */
export function withCounts(bytes: Buffer, counts: ReadonlyMap<string, number>): Buffer {
  const parts: Buffer[] = [];
  let end = 0;
  let seen = 0;
  for (let at = bytes.indexOf(beginning); at !== -1 && seen < counts.size;) {
    const id = at + beginning.length;
    const behind = bytes.indexOf(quote, id);
    const counter = counts.get(bytes.toString('latin1', id, behind));
    if (counter !== undefined) {
      seen += 1;
      const { from, to } = digitsOf(bytes, behind);
      parts.push(bytes.subarray(end, from), Buffer.from(String(counter)));
      end = to;
    }
    at = bytes.indexOf(beginning, behind);
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(end)]);
}

function digitsOf(bytes: Buffer, element: number): { from: number; to: number } {
  const from = bytes.indexOf(counterField, element) + counterField.length;
  let to = from;
  while (isDigit(bytes[to])) to += 1;
  return { from, to };
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Counts outside of the stream: nothing else changes. */
export async function countOpening(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  id: string,
): Promise<number> {
  const reader = await openReader(catalog, account);
  if (id === 'root' || !(await reader.ancestors(id)))
    throw new DomainError('element.not-found', { field: '_id' });
  return catalog.opens.add(account.drive, id as ElementId, opId);
}

/** Ids are not reused, so counts left by a crash harm no one. */
export async function forgetOpenings(
  { opens }: Catalog,
  drive: DriveId,
  removed: readonly ElementId[],
): Promise<void> {
  if (removed.length > 0) await opens.forget(drive, removed).catch(() => undefined);
}
