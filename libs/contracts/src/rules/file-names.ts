import { limits } from '../limits.js';
import { checkedName, couldBeName, isBlank, elementName, trimmed } from './names.js';
import { refused, type Checked, kept } from './refusals.js';

/** A name whose only dot comes first has no extension. */
export function splitFileName(name: string): { stem: string; suffix: string | null } {
  const dot = name.lastIndexOf('.');
  const suffix = name.slice(dot + 1);
  return dot > 0 && anExtension.test(suffix)
    ? { stem: name.slice(0, dot), suffix }
    : { stem: name, suffix: null };
}

/** Lower case, without the dot; null when the name has none. */
export const extensionOf = (name: string): string | null => splitFileName(name).suffix?.toLowerCase() ?? null;

/** Unsafe characters are stripped; `newStem` serves when nothing remains. */
export function uploadName(sent: string, newStem: () => string): { name: string; renamed: boolean } {
  // Still too long for a name.
  if (!couldBeName(sent)) return { name: sent.slice(0, limits.maxTypedNameCharacters), renamed: true };
  const typed = trimmed(sent.normalize('NFC'));
  const clean = withoutUnsafe(typed);
  const name = isBlank(clean)
    ? newStem()
    : clean.startsWith('.') && clean !== typed
      ? newStem() + clean
      : clean;
  return { name, renamed: name !== typed };
}

/** `name (2)`, before the extension; a long name gets shorter. */
export function numberedName(name: string, number: number, hasExtension: boolean): string {
  const { stem, suffix } = hasExtension ? splitFileName(name) : { stem: name, suffix: null };
  const ending = ` (${number})${suffix === null ? '' : `.${suffix}`}`;
  const room = limits.maxNameCharacters - [...ending].length;
  return `${[...stem].slice(0, room).join('').trimEnd()}${ending}`;
}

export interface NamedFile {
  name: string;
  extension: string | null;
}

/** The editable part, and the fixed part with its dot. */
export function editableName({ name, extension }: NamedFile): { stem: string; ending: string } {
  // One without an extension stays so, even with a dot in its name.
  const { stem, suffix } = extension === null ? { stem: name, suffix: null } : splitFileName(name);
  return { stem, ending: suffix === null ? '' : `.${suffix}` };
}

/** The user's stem with the fixed extension, sent along or not. */
export function renamedFile(file: NamedFile, sent: string): Checked<string> {
  if (!couldBeName(sent)) return refused('name.too-long');
  const { ending } = editableName(file);
  const typed = trimmed(sent.normalize('NFC'));
  const stem =
    ending && typed.toLowerCase().endsWith(ending.toLowerCase()) ? typed.slice(0, -ending.length) : typed;
  const checked = checkedName(withoutUnsafe(stem));
  return checked.refusal ? checked : checkedName(checked.value + ending);
}

/** `notes.txt. .` is still a text file to some systems, and `.js` is only an extension. */
export function hasExtension(name: string, extensions: ReadonlySet<string>): boolean {
  return extensions.has(extensionOf(`x${withoutFinalDots(name)}`) ?? '');
}

function withoutFinalDots(name: string): string {
  let end = name.length;
  while (end > 0 && isBlank(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

const withoutUnsafe = (name: string): string => trimmed(name.replace(unsafe, '').normalize('NFC'));

/**
 * Symbols that some system refuses, typographic and control characters, lone surrogates, and bidirectional
 * marks (they can make `exe` look like `gpj`).
 */
const unsafe =
  /[\\/:*?"<>|#%{}^~[\]`“”‘’«»…–—•™®©\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const anExtension = /^[\p{L}\p{M}\p{Nd}_+-]{1,32}$/u;

/** An unchanged name stays even if it can't be typed, like a copy's `(2)`. */
export function editedName(present: NamedFile & { isFile: boolean }, sent: string): Checked<string> {
  if (sent === present.name) return kept(sent);
  return present.isFile ? renamedFile(present, sent) : elementName(sent);
}
