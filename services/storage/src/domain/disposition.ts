import { mayShowInline } from '@skyshelf/contracts/rules';

/** RFC 5987 attr-char; encodeURIComponent leaves some others. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Reduces the name to ASCII for clients without `filename*`. */
const plainName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_');

/** Formats `Content-Disposition` (RFC 6266). */
export function dispositionOf(type: string, name: string, download = false): string {
  const how = mayShowInline(type) && !download ? 'inline' : 'attachment';
  if (name === '') return how;
  return `${how}; filename="${plainName(name)}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** Script, style or module to a browser (MIME Sniffing Standard, §4.6). */
const partOfPage =
  /^(?:(?:text|application)\/(?:x-)?(?:(?:java|ecma)script|jscript|livescript)[\d.]*|text\/css|application\/wasm)\s*(?:;|$)/iu;

/** Never gives a type that the page could load as part of itself: its policy trusts its own site. */
export const servedType = (type: string): string =>
  partOfPage.test(type.trim()) ? 'application/octet-stream' : type;

/** Gives what follows `###`, or all of it. */
export function displayName(segment: string): string {
  const at = segment.indexOf('###');
  return at < 0 ? segment : segment.slice(at + 3);
}
