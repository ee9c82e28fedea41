import {
  derivativeKinds,
  derivativeOf,
  derivedName,
  fileAddress,
  isDerivedFile,
  type DerivativeKind,
  type DerivedResults,
  type ElementView,
  ROOT_ID,
} from '@skyshelf/contracts';
import type { CatalogRow } from '../domain/catalog-row.js';
import type { BuiltInElement } from '../domain/built-in-elements.data.js';

/** The only mapping from our words to the specification's. */
export function elementView(row: CatalogRow, path: string, user: string, counter = 0): ElementView {
  return {
    _id: row.id,
    folderId: row.parentId,
    path,
    user,
    linkname: row.name,
    linktype: row.kind,
    linkurl: row.blobId === null ? row.url : fileAddress(row.blobId, user, row.name),
    linktag: row.tags,
    linkimg: row.image,
    default: false,
    ...(row.confirm !== null && { confirm: row.confirm }),
    counter,
    date: row.born,
    extension: row.extension,
    source: row.source,
    size: row.size,
    width: row.width,
    height: row.height,
    thumbnailImage: null,
    thumbnailVideo: null,
    thumbnailWebsite: null,
    openElement: null,
    ...derivedAddresses(row.derived, user),
    ...(row.copying && { copying: row.copying }),
  };
}

/** Of two kinds with one field the later one in the table is shown. */
function derivedAddresses(derived: DerivedResults, user: string): Partial<ElementView> {
  const shown: Partial<ElementView> = {};
  for (const kind of derivativeKinds) {
    const made = derived[kind];
    const { viewField } = derivativeOf(kind);
    if (viewField !== null && isDerivedFile(made))
      shown[viewField] = fileAddress(made.blobId, user, names[kind]);
  }
  return shown;
}

const names = Object.fromEntries(derivativeKinds.map((kind) => [kind, derivedName(kind)])) as Record<
  DerivativeKind,
  string
>;

export const builtInView = (element: BuiltInElement, user: string): ElementView => ({
  _id: element.id,
  folderId: ROOT_ID,
  path: '/',
  user,
  linkname: element.name,
  linktype: element.kind,
  linkurl: element.url,
  linktag: [...element.tags],
  linkimg: null,
  thumbnailWebsite: null,
  default: true,
  image: element.icon,
  hiimage: element.hiIcon,
  counter: 0,
  date: element.born,
  extension: null,
  source: null,
  size: element.size,
  width: null,
  height: null,
  thumbnailImage: null,
  thumbnailVideo: null,
  openElement: null,
});
