import { fileAddress, type ElementView } from '@skyshelf/contracts';
import type { CatalogRow } from '../domain/catalog-row.js';

/**
 * The one place where our words and the specification's meet: a row as the API shows it. `path` is that of
 * its folder, `counter` how often it was opened.
 */
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
    thumbnailWebsite: null,
    default: false,
    ...(row.confirm !== null && { confirm: row.confirm }),
    counter,
    date: row.born,
    extension: row.extension,
    source: row.source,
    size: row.size,
    width: row.width,
    height: row.height,
    thumbnailImage:
      row.thumbnailBlobId === null ? null : fileAddress(row.thumbnailBlobId, user, 'thumbnail.webp'),
    thumbnailVideo: null,
    openElement: null,
    ...(row.copying && { copying: row.copying }),
  };
}
