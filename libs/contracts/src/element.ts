import { z } from 'zod';
import { limits } from './limits.js';
import { usageClasses } from './rules/file-type.js';

/** Folders are compared with folders only, everything else with everything else. */
export const elementClass = z.enum(['folder', 'item']);
export type ElementClass = z.infer<typeof elementClass>;

export const usageClass = z.enum(usageClasses);
export type { UsageClass } from './rules/file-type.js';

/** Named as in the specification (file-manager §3). */
export const elementView = z.object({
  _id: z.string(),
  /** It is `root` at the top. */
  folderId: z.string(),
  path: z.string(),
  user: z.string(),
  linkname: z.string(),
  linktype: z.string(),
  /**
   * The address of a link or of a folder's playlist; `Cloud/<blobId>/<user>###<name>` of a file; null for other
   * folders.
   */
  linkurl: z.string().nullable(),
  linktag: z.array(z.string()),
  linkimg: z.string().nullable(),
  thumbnailWebsite: z.string().nullable(),
  default: z.boolean(),
  /** The icons are for common and for dense screens. */
  image: z.string().optional(),
  hiimage: z.string().optional(),
  confirm: z.boolean().optional(),
  counter: z.number(),
  date: z.iso.datetime(),
  /** When a file was changed last, before it was uploaded; absent where its sender did not say. */
  modified: z.iso.datetime().optional(),
  extension: z.string().nullable(),
  source: z.string().nullable(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  thumbnailImage: z.string().nullable(),
  thumbnailVideo: z.string().nullable(),
  /** The scrub sprite of a film: see `scrubSprite`. */
  thumbnailScrub: z.string().optional(),
  openElement: z.string().nullable(),
  /** A link shows it; not of what lies in a shown folder. */
  shared: z.literal(true).optional(),
  /** A large copy is filling it. */
  copying: z.object({ process: z.string(), done: z.number(), total: z.number() }).optional(),
  /** How many earlier versions of a file there are; absent where there is none. */
  versions: z.number().int().optional(),
});
export type ElementView = z.infer<typeof elementView>;

/** Sent by the specification's client, computed by the server: ignored. */
const ignored = z.unknown().optional();
export const elementInput = z.strictObject({
  _id: ignored,
  folderId: ignored,
  path: ignored,
  user: ignored,
  default: ignored,
  image: ignored,
  hiimage: ignored,
  counter: ignored,
  date: ignored,
  modified: ignored,
  extension: ignored,
  source: ignored,
  size: ignored,
  width: ignored,
  height: ignored,
  thumbnailWebsite: ignored,
  thumbnailImage: ignored,
  thumbnailVideo: ignored,
  thumbnailScrub: ignored,
  openElement: ignored,
  shared: ignored,
  filesList: ignored,
  versions: ignored,
  /** It is sent for kinds whose picture is looked up. */
  linkimg: z.string().max(limits.maxUrlCharacters).nullish(),
  linkname: z.string().max(limits.maxTypedNameCharacters),
  linkurl: z.string().max(limits.maxUrlCharacters).nullish(),
  linktype: z.string().max(128).optional(),
  linktag: z.array(z.string().max(limits.maxTagCharacters)).max(limits.maxTags).optional(),
  confirm: z.boolean().optional(),
});

export { blobOfAddress, downloadPath, fileAddress, filePath, holderOf, livePath } from './address.js';
