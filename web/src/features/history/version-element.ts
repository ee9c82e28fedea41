import type { ElementView } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';
import { type FileAddresses, ofShelf, ofVersion } from '../../shared/files/file-addresses.js';
import type { Version } from './versions-api.js';

export interface Shown {
  element: ElementView;
  files: FileAddresses;
}

/** A version as viewers show it. An earlier one has its own id: news of the file are not of it. */
export function shownVersion(
  file: ElementView,
  { version, date, device: _device, name: _name, current, ...content }: Version,
): Shown {
  if (current) return { element: { ...file, ...content }, files: ofShelf };
  const element = { ...file, ...content, _id: version, date };
  // No document is made of it any more: its text is shown.
  const isBare = content.linktype === 'text/plain' && content.openElement === null;
  return { element: isBare ? { ...element, extension: null } : element, files: ofVersion };
}

const TEXTS: ReadonlySet<string | null> = new Set(['code', 'markdown', 'table']);

/** It has lines to compare. */
export const isText = ({ linktype, extension }: Pick<Version, 'linktype' | 'extension'>): boolean =>
  linktype === 'text/plain' || TEXTS.has(shownFileType(linktype, extension).viewer);
