import { randomBytes } from 'node:crypto';
import { ROOT_ID, type BlobId, type CatalogEvent, type ElementId, type UploadId } from '@skyshelf/contracts';
import { extensionOf, nameKey } from '@skyshelf/contracts/rules';
import { growth, linkSize } from '#src/domain/decision.js';
import type { Derivation } from '#src/domain/describe-elements.js';

/** The id that a test's element gets from its name. */
export const idOf = (name: string): ElementId => name.replace(/[^\w-]/g, '-').slice(0, 64) as ElementId;

/** Facts that tests begin with. */
const placed = (name: string, parent: string) => ({
  id: idOf(name),
  parentId: idOf(parent),
  name,
  nameKey: nameKey(name),
  tags: [],
});

export const aFolder = (name: string, parent: string = ROOT_ID): CatalogEvent => ({
  type: 'catalog.folder.created',
  ...placed(name, parent),
  delta: growth([{ kind: 'folder', size: 0 }]),
});

export function aLink(name: string, parent: string = ROOT_ID, url = 'https://example.com/'): CatalogEvent {
  const size = linkSize(name, url);
  return {
    type: 'catalog.link.added',
    ...placed(name, parent),
    kind: 'website',
    url,
    image: null,
    size,
    delta: growth([{ kind: 'website', size }]),
  };
}

export function aFile(
  name: string,
  parent: string = ROOT_ID,
  size = 1000,
  kind = 'image/png',
  about: { modified?: string } = {},
): CatalogEvent {
  const blob = {
    uploadId: idOf(`upload-${name}`) as string as UploadId,
    blobId: idOf(`blob-${name}`) as string as BlobId,
  };
  const file = {
    ...placed(name, parent),
    ...blob,
    kind,
    extension: extensionOf(name),
    source: 'device',
    size,
    width: null,
    height: null,
    ...about,
  };
  return { type: 'catalog.files.uploaded', files: [file], delta: growth([file]) };
}

/** Builds the event of media for a picture of 640 × 480 of a file, its blob named after it. */
export const aDerivation = (name: string, fields: Partial<Derivation> = {}): Derivation => ({
  kind: 'thumbnail',
  source: { blobId: idOf(`blob-${name}`) as string as BlobId },
  elementId: idOf(name),
  result: { blobId: idOf(`small-${name}`) as string as BlobId, bytes: 100, width: 400, height: 300 },
  sourceDimensions: { width: 640, height: 480 },
  ...fields,
});

export const aQuota = (quota: number): CatalogEvent => ({ type: 'catalog.quota.changed', quota });

/** A folder of so many links, in one fact. */
export const manyLinks = (folder: string, count: number): CatalogEvent[] => [aPlaylist(folder, count)];

export function aPlaylist(folder: string, count: number): CatalogEvent {
  const link = (index: number) => {
    const name = `A page worth reading ${index}`;
    const url = 'https://example.com/';
    return { ...placed(name, folder), kind: 'website', url, image: null, size: linkSize(name, url) };
  };
  const links = Array.from({ length: count }, (_, index) => link(index));
  const delta = growth([{ kind: 'folder', size: 0 }, ...links]);
  return { type: 'catalog.playlist.added', folder: { ...placed(folder, ROOT_ID), url: null }, links, delta };
}

/** Creates so many photos in the root, with random ids like those of uploads. */
export function manyPhotos(count: number): CatalogEvent[] {
  const id = () => randomBytes(18).toString('base64url');
  const photos = Array.from({ length: count }, (_, index) => ({
    ...placed(`IMG_${1000 + index}.jpg`, ROOT_ID),
    id: id() as ElementId,
    uploadId: id() as UploadId,
    blobId: id() as BlobId,
    kind: 'image/jpeg',
    extension: 'jpg',
    source: 'device',
    size: 3_000_000 + index * 997,
    width: 4032,
    height: 3024,
  }));
  return [{ type: 'catalog.files.uploaded', files: photos, delta: { ...growth(photos), used: 0 } }];
}

/** Creates so many files of one byte in a folder, 1,000 in one fact. */
export function manyFiles(parent: string, count: number): CatalogEvent[] {
  const file = (index: number) => ({
    ...placed(`n${index}.png`, parent),
    id: idOf(`${parent}-${index}`),
    uploadId: idOf(`upload-${index}`) as string as UploadId,
    blobId: idOf(`blob-${parent}-${index}`) as string as BlobId,
    kind: 'image/png',
    extension: 'png',
    source: 'device',
    size: 1,
    width: null,
    height: null,
  });
  return Array.from({ length: Math.ceil(count / 1000) }, (_, part) => {
    const length = Math.min(1000, count - part * 1000);
    const files = Array.from({ length }, (__, index) => file(part * 1000 + index));
    return { type: 'catalog.files.uploaded', files, delta: growth(files) };
  });
}
