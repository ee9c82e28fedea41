import { checkedName, isBlank } from './names.js';

/**
 * A file's name in two: `photo` and `JPG` of `photo.JPG`. A name that begins with its only dot has no
 * extension.
 */
export function splitFileName(name: string): { stem: string; suffix: string | null } {
  const dot = name.lastIndexOf('.');
  const suffix = name.slice(dot + 1);
  return dot > 0 && anExtension.test(suffix)
    ? { stem: name.slice(0, dot), suffix }
    : { stem: name, suffix: null };
}

/** Lower case, without the dot; null when the name has none. */
export const extensionOf = (name: string): string | null => splitFileName(name).suffix?.toLowerCase() ?? null;

/**
 * The name under which an upload is kept. Unsafe characters are stripped; `newStem` serves when nothing else
 * remains.
 */
export function uploadName(sent: string, newStem: () => string): { name: string; renamed: boolean } {
  const typed = sent.normalize('NFC').trim();
  const clean = withoutUnsafe(typed);
  const name = isBlank(clean)
    ? newStem()
    : clean.startsWith('.') && clean !== typed
      ? newStem() + clean
      : clean;
  return { name, renamed: name !== typed };
}

/**
 * The new name of a file. The stem is the user's; the extension stays, sent along or not.
 * @throws DomainError name.required, name.too-long
 */
export function renamedFile(
  { name: present, extension }: { name: string; extension: string | null },
  sent: string,
  field: string,
): string {
  // A file that came without an extension stays one without, even if its name has got a dot since.
  const suffix = extension === null ? null : splitFileName(present).suffix;
  const typed = sent.normalize('NFC').trim();
  const ending = suffix === null ? '' : `.${suffix}`;
  const stem =
    ending && typed.toLowerCase().endsWith(ending.toLowerCase()) ? typed.slice(0, -ending.length) : typed;
  return checkedName(checkedName(withoutUnsafe(stem), field) + ending, field);
}

const withoutUnsafe = (name: string): string => name.replace(unsafe, '').normalize('NFC').trim();

/**
 * Symbols that some system refuses in a file name, typographic characters, control characters, halves of
 * characters, and the marks that turn the reading direction (they can make `exe` look like `gpj`).
 */
const unsafe =
  /[\\/:*?"<>|#%{}^~[\]`“”‘’«»…–—•™®©\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const anExtension = /^[\p{L}\p{M}\p{Nd}_+-]{1,32}$/u;
