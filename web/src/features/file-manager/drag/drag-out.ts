import { downloadPath, limits, type ElementView } from '@skyshelf/contracts/browser';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';

const ARCHIVE = 'application/zip';

/** A colon ends the name in a `DownloadURL`. */
const download = (type: string, name: string, address: string): string =>
  `${type.split(';', 1)[0]}:${name.replaceAll(':', '_')}:${address}`;

/** Null for what can't be downloaded at once. */
const downloadOf = (elements: readonly ElementView[], origin: string): string | null => {
  const [first] = elements;
  if (first && elements.length === 1 && isFolder(first)) {
    const address = `${origin}/api/download?folder=${encodeURIComponent(first._id)}`;
    return download(ARCHIVE, `${first.linkname}.zip`, address);
  }
  const files = elements.filter(isFile);
  const keys = files.flatMap(({ linkurl }) => linkurl ?? []);
  const [only] = files;
  if (!only || keys.length > limits.maxDownloadFiles || elements.some(isFolder)) return null;
  const address = `${origin}${downloadPath(keys)}`;
  return keys.length === 1
    ? download(only.linktype, only.linkname, address)
    : download(ARCHIVE, 'Skyshelf.zip', address);
};

export const linkAddresses = (elements: readonly ElementView[]): string[] =>
  elements.flatMap((element) => (isFile(element) || isFolder(element) ? [] : (element.linkurl ?? [])));

/**
 * By format. `DownloadURL` is Chromium's: type, name and address.
 * @param origin of our server
 */
export const dragOut = (elements: readonly ElementView[], origin: string): Record<string, string> => {
  const file = downloadOf(elements, origin);
  const links = linkAddresses(elements);
  return {
    ...(file !== null && { DownloadURL: file }),
    ...(links.length > 0 && { 'text/uri-list': links.join('\r\n'), 'text/plain': links.join('\n') }),
  };
};
