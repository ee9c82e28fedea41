import type { ElementView } from '@skyshelf/contracts/browser';

let count = 0;

/** An element of the root for tests: a folder unless said otherwise. */
export const element = (fields: Partial<ElementView> = {}): ElementView => ({
  _id: `e${(count += 1)}`,
  folderId: 'root',
  path: '/',
  user: 'local|alice',
  linkname: 'Folder',
  linktype: 'folder',
  linkurl: null,
  linktag: [],
  linkimg: null,
  thumbnailWebsite: null,
  default: false,
  counter: 0,
  date: '2024-06-12T18:15:04.000Z',
  extension: null,
  source: null,
  size: 0,
  width: null,
  height: null,
  thumbnailImage: null,
  thumbnailVideo: null,
  openElement: null,
  ...fields,
});

/** An uploaded file. */
export const file = (linkname: string, fields: Partial<ElementView> = {}): ElementView =>
  element({
    linkname,
    linktype: 'application/octet-stream',
    extension: linkname.split('.').at(-1) ?? null,
    source: 'device',
    linkurl: `Cloud/b1/local|alice###${linkname}`,
    ...fields,
  });

export const link = (linkname: string, linkurl: string, fields: Partial<ElementView> = {}): ElementView =>
  element({ linkname, linktype: 'website', linkurl, ...fields });
