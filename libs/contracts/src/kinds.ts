/** This entry holds what a tile needs, so that the page of a link stays small. */
export { blobOfAddress, downloadPath, filePath } from './address.js';
export { shownFileType } from './rules/file-types.js';
export { scrubSprite } from './scrub-sprite.js';
export { shownKindOf } from './rules/kind-of-element.js';
export type { ShownKind } from './rules/file-type.js';
export { linkKinds } from './rules/link-kinds.js';
export { sizeParts } from './rules/size-parts.js';
