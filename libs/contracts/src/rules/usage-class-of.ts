import { fileType } from './file-types.js';
import { linkKinds } from './link-kinds.js';
import type { UsageClass } from './usage-classes.js';

const ofLinks = new Map(linkKinds.map(({ name, usage }) => [name, usage]));

/** `kind`: a kind of link, or the media type of a file. */
export const usageClassOf = (kind: string): UsageClass => ofLinks.get(kind) ?? fileType(kind).usage;
