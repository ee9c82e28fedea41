import { splitFileName } from '@skyshelf/contracts/rules';

/** The longest name that common file systems of Linux take (ext4, XFS, Btrfs), bytes of UTF-8. With it 128 levels fit into the 65,535 bytes of a ZIP path. */
export const MOST_NAME_BYTES = 255;

/** What Windows refuses in a name or reads as a path, control characters, and the marks that turn the reading direction. */
const unsafe = /[\\/:*?"<>|\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Windows takes dots and spaces at the end of a name away; `.` and `..` are other folders. */
const unsafeEnd = ['.', ' '];
/** Devices of Windows, with whatever extension. */
const reserved = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/iu;

/** A name that makes a file next to the others on any system, wherever it is unpacked: it is no path, no device, not too long. */
export function safeName(name: string): string {
  const clean = name.toWellFormed().replace(unsafe, '_');
  const named = reserved.test(clean) ? `_${clean}` : clean;
  const short = shortened(named, '');
  let end = short.length;
  while (unsafeEnd.includes(short.charAt(end - 1))) end -= 1;
  return short.slice(0, end) + '_'.repeat(short.length - end) || '_';
}

/** The names of one folder of an archive: no two are the same on a system that tells no capital letters from small ones. */
export class FolderNames {
  /** How often each name was wanted: so that thousands that are cut to the same one are not counted through again and again. */
  private readonly taken = new Map<string, number>();

  /** The safe form of a name, or the first of `name (2)`, `name (3)` … that is free. */
  take(name: string): string {
    const safe = safeName(name);
    const key = keyOf(safe);
    let number = this.taken.get(key) ?? 0;
    let [free, freeKey] = [safe, key];
    while (this.taken.has(freeKey)) {
      number += 1;
      free = shortened(safe, ` (${number})`);
      freeKey = keyOf(free);
    }
    this.taken.set(freeKey, 1);
    if (free !== safe) this.taken.set(key, number);
    return free;
  }
}

/** What two names may not share. By the engine: the exact folding of siblings takes a hundred times as long, and here half a million names may wait. */
const keyOf = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase();

/** A name with something put before its extension, and so much left out of its stem that it is not too long. */
function shortened(name: string, added: string): string {
  if (added === '' && Buffer.byteLength(name) <= MOST_NAME_BYTES) return name;
  const { stem, suffix } = splitFileName(name);
  const ending = suffix === null ? added : `${added}.${suffix}`;
  return cut(stem, MOST_NAME_BYTES - Buffer.byteLength(ending)) + ending;
}

/** As many whole characters of a text as fit into so many bytes. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let [kept, room] = ['', bytes];
  for (const character of text) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    kept += character;
  }
  return kept.trimEnd();
}
