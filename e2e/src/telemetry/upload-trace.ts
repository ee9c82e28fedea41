import { productMode } from '@skyshelf/testing';
import type { CollectedSpan } from './collected-spans.js';

const REQUEST = /^(GET|POST|PUT) /;

/** `process: name` of a span; in standalone all services are one process. Requests say their service themselves. */
const shownAs = (service: string, name: string): string =>
  `${productMode() === 'cluster' || REQUEST.test(name) ? service : 'skyshelf'}: ${name}`;
export const shown = ({ process, name, attributes }: CollectedSpan): string =>
  `${attributes['skyshelf.service'] ?? process}: ${name}`;

const PAGE = 'skyshelf-web: upload';
const gateway = (name: string): string => shownAs('gateway', name);
const catalog = (name: string): string => shownAs('catalog', name);
const storage = (name: string): string => shownAs('storage', name);
const media = (name: string): string => shownAs('media', name);
const thumbnails = [media('job thumbnail'), media('job thumbnail2x')];

/** Each step of an upload and what it hangs on, from the page to the ring that tells the page of its thumbnails. */
export const steps: readonly (readonly [step: string, ...parents: string[]])[] = [
  [gateway('POST /api/upload/start'), PAGE],
  [gateway('hand over to catalog'), gateway('POST /api/upload/start'), gateway('POST /api/upload/file/')],
  [catalog('POST /api/upload/start'), gateway('hand over to catalog')],
  [gateway('PUT /api/upload/bytes'), PAGE],
  [gateway('hand over to storage'), gateway('PUT /api/upload/bytes')],
  [storage('PUT /api/upload/bytes'), gateway('hand over to storage')],
  [
    storage('object store put'),
    storage('PUT /api/upload/bytes'),
    storage('POST /internal/blobs/derived/several'),
  ],
  [gateway('POST /api/upload/file/'), PAGE],
  [catalog('POST /api/upload/file'), gateway('hand over to catalog')],
  [catalog('command admit-upload'), catalog('POST /api/upload/file')],
  [catalog('drive transaction'), catalog('command admit-upload'), catalog('command describe-elements')],
  [catalog('send catalog.files.uploaded'), catalog('command admit-upload')],
  [media('process catalog.files.uploaded'), catalog('send catalog.files.uploaded')],
  [storage('process catalog.files.uploaded'), catalog('send catalog.files.uploaded')],
  [media('job thumbnail'), media('process catalog.files.uploaded')],
  // Made some seconds later, so what it writes hangs on it alone.
  [media('job thumbnail2x'), media('process catalog.files.uploaded')],
  // A store in a folder is read where its files lie.
  ...(productMode() === 'cluster' ? [[media('object store get'), ...thumbnails] as const] : []),
  [media('call storage'), ...thumbnails, media('shared write')],
  [storage('POST /internal/blobs/described'), media('call storage')],
  [storage('POST /internal/blobs/derived/several'), media('call storage')],
  [media('send media.derivative.made'), ...thumbnails],
  [catalog('process media.derivative.made'), media('send media.derivative.made')],
  [catalog('send catalog.elements.described'), catalog('command describe-elements')],
  [storage('process catalog.elements.described'), catalog('send catalog.elements.described')],
  [
    gateway('push live change'),
    catalog('send catalog.files.uploaded'),
    catalog('send catalog.elements.described'),
  ],
];

/** The spans that may come in between, depending on concurrent writers and caches. */
export const further: readonly (readonly [step: string, ...parents: string[]])[] = [
  [catalog('drive commit'), catalog('drive transaction')],
  // What the page says too late on a busy machine, storage says: the file is admitted once.
  [storage('send storage.upload.completed'), storage('PUT /api/upload/bytes')],
  [catalog('process storage.upload.completed'), storage('send storage.upload.completed')],
  [catalog('command admit-upload'), catalog('process storage.upload.completed')],
  // While the drive is written by two catalogs, the one with its commands does the work (docs/decisions/081).
  [
    catalog('call catalog'),
    catalog('process media.derivative.made'),
    catalog('process storage.upload.completed'),
  ],
  [catalog('POST /internal/reactions'), catalog('call catalog')],
  [catalog('command admit-upload'), catalog('POST /internal/reactions')],
  [
    catalog('command describe-elements'),
    catalog('process media.derivative.made'),
    catalog('POST /internal/reactions'),
  ],
  [media('shared write'), ...thumbnails],
  // In standalone they have one name.
  [
    storage('shared write'),
    storage('PUT /api/upload/bytes'),
    storage('POST /internal/blobs/derived/several'),
    storage('process catalog.files.uploaded'),
    ...thumbnails,
  ],
];

/** Commands of MongoDB hang on what asked for them, in the same process. */
export const askers: ReadonlySet<string> = new Set([
  catalog('POST /api/upload/start'),
  catalog('POST /api/upload/file'),
  catalog('POST /internal/reactions'),
  catalog('drive transaction'),
  catalog('drive commit'),
  catalog('process media.derivative.made'),
  catalog('process storage.upload.completed'),
  storage('PUT /api/upload/bytes'),
  storage('shared write'),
  storage('POST /internal/blobs/described'),
  storage('POST /internal/blobs/derived/several'),
  storage('process catalog.files.uploaded'),
  storage('process catalog.elements.described'),
  media('process catalog.files.uploaded'),
  media('shared write'),
  ...thumbnails,
]);

/** The write of an event in its drive's transaction, which the whole chain hangs on. */
export const writesOfEvents: readonly string[] = [catalog('insert events'), media('update events')];
