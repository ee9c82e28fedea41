import { ROOT_ID, type ElementView } from '@skyshelf/contracts';
import type { BuiltInElement } from '../../domain/built-in-element.js';

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
