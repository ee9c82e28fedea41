import { linkAddress, withScheme } from '@skyshelf/contracts/rules';

export type Pasted =
  | { what: 'own' }
  | { what: 'files' }
  | { what: 'picture'; file: File }
  | { what: 'link'; url: string }
  | { what: 'unknown' }
  | { what: 'nothing' };

export interface SystemClipboard {
  files: readonly File[];
  text: string;
  /** It has something, perhaps in a format that we don't know. */
  filled: boolean;
}

interface OwnClipboard {
  held: boolean;
  left: string | null;
}

const A_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** One word that is, or is meant as, an address. */
const addressOf = (text: string): string | null => {
  const word = text.trim();
  if (word === '' || /\s/.test(word)) return null;
  return A_SCHEME.test(word) || linkAddress(withScheme(word)).refusal === null ? word : null;
};

const sameText = (a: string, b: string): boolean => a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');

/** A picture on the clipboard has no name of its own: it gets one that the next one has not. */
const named = (picture: File, now: Date): File => {
  const moment = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return new File([picture], `Picture ${moment}${picture.name.slice('image'.length)}`, {
    type: picture.type,
  });
};

/** Ours, as long as the system's clipboard has its text still. */
export const pastedOf = (
  { files, text, filled }: SystemClipboard,
  { held, left }: OwnClipboard,
  now: Date,
): Pasted => {
  const [file] = files;
  if (file && files.length === 1 && /^image\.[a-z]+$/.test(file.name))
    return { what: 'picture', file: named(file, now) };
  if (file) return { what: 'files' };
  if (held && (!filled || left === null || sameText(left, text))) return { what: 'own' };
  const url = addressOf(text);
  if (url !== null) return { what: 'link', url };
  return { what: filled ? 'unknown' : 'nothing' };
};
