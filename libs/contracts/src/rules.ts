/** For browser and servers alike, without a schema library. */
export { caseFold } from './rules/case-fold.js';
export { foldAccents } from './rules/fold-accents.js';
export { compareNames, nameSortKey } from './rules/name-order.js';
export { checkedName, couldBeName, elementName, isTooLong, nameKey } from './rules/names.js';
export { editedName } from './rules/edited-name.js';
export {
  editableName,
  extensionOf,
  hasExtension,
  splitFileName,
  uploadName,
  type NamedFile,
} from './rules/file-names.js';
export { isMailAddress } from './rules/mail-address.js';
export { COUNTED_MS, countSending } from './rules/sending-limits.js';
export { sameTags, tagsOf } from './rules/tags.js';
export { linkAddress, withScheme } from './rules/link-address.js';
export { isPublicIpv4 } from './rules/public-ipv4.js';
export {
  frameAddress,
  frameSources,
  hostsOf,
  isFramed,
  isPicturedPage,
  linkKindOf,
  linkKinds,
  matchLink,
  type ConfiguredHosts,
  type LinkKind,
} from './rules/link-kinds.js';
export { shownKinds, type FileKind, type ShownKind } from './rules/shown-kinds.js';
export { compareKinds, shownKindOf, type KindOfElement } from './rules/shown-kind-of.js';
export type { FileType } from './rules/file-type.js';
export { fileType, hasImageThumbnail, isRaster, mayShowInline, shownFileType } from './rules/file-types.js';
export { decodeText } from './rules/decode-text.js';
export { cellAt, contentOf, indexCells, type CellIndex } from './rules/index-cells.js';
export { sizeParts } from './rules/size-parts.js';
export { usageClasses, type UsageClass } from './rules/usage-classes.js';
export { mediaType, plainType } from './rules/media-type.js';
export { decideContentType } from './rules/content-type.js';
export { usageClassOf } from './rules/usage-class-of.js';
export { ruleRefusals, type Checked, type RuleCode } from './rules/refusals.js';
export { imageDecoders } from './rules/image-decoders.js';
