import {
  isDerivedFile,
  isPreview,
  keptBlobs,
  type BlobId,
  type CatalogEvent,
  type DerivativeKind,
  type DerivativeSource,
  type DerivedResult,
  type DerivedResults,
  type ElementId,
} from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import type { Decision } from './decision.js';
import { isVersion } from './versions.js';

export interface Derivation {
  kind: DerivativeKind;
  source: DerivativeSource;
  elementId: ElementId;
  result: DerivedResult;
  /** The pixels of the source; null when unknown or not applicable. */
  sourceDimensions: { width: number; height: number } | null;
}

export interface Described {
  described: number;
  /** There are more elements than one event takes. */
  more: boolean;
}

type Description = Pick<CatalogRow, 'id' | 'derived' | 'width' | 'height' | 'confirm'>;

const together = 100;

/** All elements with these sources, later copies too. A failure never hides what was made. */
export function decideDescribeElements(
  derivations: readonly Derivation[],
  rows: readonly CatalogRow[],
): Decision<Described> {
  const all = rows.flatMap((row) => {
    const item = derivations.reduce<Description>(
      (described, derivation) =>
        concerns(derivation, row, described.derived[derivation.kind])
          ? withResult(described, derivation)
          : described,
      descriptionOf(row),
    );
    return isSame(item, row) ? [] : [{ row, item }];
  });
  const [ofVersions, ofElements] = partition(all);
  const changed = (ofElements.length > 0 ? ofElements : ofVersions).slice(0, together);
  const answer = { described: changed.length, more: all.length > changed.length };
  if (changed.length === 0) return { event: null, answer };
  if (ofElements.length === 0) return { event: versionsEvent(changed), answer };
  const items = changed.map(({ item }) => item);
  return { event: { type: 'catalog.elements.described', items, ...referencesOf(changed) }, answer };
}

interface Changed {
  row: CatalogRow;
  item: Description;
}

const partition = (all: readonly Changed[]): [Changed[], Changed[]] => [
  all.filter(({ row }) => isVersion(row)),
  all.filter(({ row }) => !isVersion(row)),
];

/** A result belongs to the bytes that it was made of, wherever they are by then. */
const versionsEvent = (changed: readonly Changed[]): CatalogEvent => ({
  type: 'catalog.versions.described',
  items: changed.flatMap(({ row, item: { id: _, ...item } }) =>
    isVersion(row) ? [{ elementId: row.versionOf, blobId: row.blobId, ...item }] : [],
  ),
});

/** For its element, and others with that address that have none yet. */
function concerns(
  { source, elementId, result }: Derivation,
  row: CatalogRow,
  known: DerivedResult | undefined,
): boolean {
  if (isDerivedFile(known) && !isDerivedFile(result)) return false;
  if ('blobId' in source) return row.blobId === source.blobId;
  if (row.class === 'folder' || row.blobId !== null) return false;
  return row.id === elementId || (row.url === source.url && !isDerivedFile(known));
}

function withResult(before: Description, { kind, result, sourceDimensions }: Derivation): Description {
  const derived = { ...before.derived, [kind]: result };
  return {
    id: before.id,
    derived,
    width: sourceDimensions?.width ?? before.width,
    height: sourceDimensions?.height ?? before.height,
    confirm: isPreview(kind) ? hasPreview(derived) : before.confirm,
  };
}

export const hasPreview = (derived: DerivedResults): boolean =>
  (Object.keys(derived) as DerivativeKind[]).some((kind) => isPreview(kind) && isDerivedFile(derived[kind]));

const descriptionOf = ({ id, derived, width, height, confirm }: CatalogRow): Description => ({
  id,
  derived,
  width,
  height,
  confirm,
});

const isSame = (item: Description, row: CatalogRow): boolean =>
  item.width === row.width &&
  item.height === row.height &&
  item.confirm === row.confirm &&
  (Object.keys(item.derived) as DerivativeKind[]).every((kind) =>
    isSameResult(item.derived[kind], row.derived[kind]),
  );

const isSameResult = (one: DerivedResult | undefined, other: DerivedResult | undefined): boolean =>
  isDerivedFile(one)
    ? isDerivedFile(other) && one.blobId === other.blobId
    : one?.failed === (isDerivedFile(other) ? null : other?.failed);

function referencesOf(changed: readonly Changed[]) {
  const pairs = changed.map(({ row, item }) => ({
    elementId: row.id,
    before: keptBlobs(row),
    after: keptBlobs({ blobId: row.blobId, derived: item.derived }),
  }));
  const named = (elementId: ElementId, blobIds: readonly BlobId[], without: readonly BlobId[]) =>
    blobIds.filter((id) => !without.includes(id)).map((blobId) => ({ elementId, blobId }));
  return {
    kept: pairs.flatMap(({ elementId, before, after }) => named(elementId, after, before)),
    released: pairs.flatMap(({ elementId, before, after }) => named(elementId, before, after)),
  };
}
