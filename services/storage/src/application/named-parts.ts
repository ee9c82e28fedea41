import type { PartInfo } from '@skyshelf/object-store';

/** By the ETag of the answer to each. */
export type NamedParts = readonly Pick<PartInfo, 'partNumber' | 'etag'>[];

/** Without the quotation marks that ETags have in headers. */
export const plainTags = (parts: NamedParts): NamedParts =>
  parts.map(({ partNumber, etag }) => ({ partNumber, etag: etag.replaceAll('"', '') }));
