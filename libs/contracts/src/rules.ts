/** These rules need no schema library. */
export { isSettingOn, newsCategories, type NewsCategory } from './rules/settings.js';
export { PRODUCT_VERSION } from './rules/product-version.js';
export { escapedMarkup } from './rules/markup.js';
export { caseFold, foldAccents } from './rules/text-folding.js';
export {
  compareNames,
  nameSortKey,
  checkedName,
  couldBeName,
  elementName,
  isTooLong,
  nameKey,
  sameTags,
  tagsOf,
  trimmed,
} from './rules/names.js';
export {
  editableName,
  editedName,
  extensionOf,
  hasExtension,
  numberedName,
  splitFileName,
  uploadName,
  type NamedFile,
} from './rules/file-names.js';
export { COUNTED_MS, countSending, isMailAddress } from './rules/mail.js';
export { isPublicIpv4, linkAddress, withScheme } from './rules/link-address.js';
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
export {
  shownKinds,
  usageClasses,
  type FileKind,
  type FileType,
  type ShownKind,
  type UsageClass,
} from './rules/file-type.js';
export { compareKinds, shownKindOf, usageClassOf, type KindOfElement } from './rules/kind-of-element.js';
export {
  fileType,
  hasImageThumbnail,
  imageDecoders,
  isKnownType,
  isRaster,
  mayShowInline,
  shownFileType,
} from './rules/file-types.js';
export { looksLikeText } from './rules/text-bytes.js';
export { cellAt, contentOf, indexCells, type CellIndex } from './rules/index-cells.js';
export { sizeParts } from './rules/size-parts.js';
export { decideContentType, mediaType, plainType } from './rules/content-type.js';
export { ruleRefusals, type Checked, type RuleCode } from './rules/refusals.js';
