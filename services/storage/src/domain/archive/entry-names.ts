import { splitFileName } from '@skyshelf/contracts/rules';

/** The limit of ext4, XFS and Btrfs, in UTF-8. 128 levels fit into the 65,535 bytes of a ZIP path. */
export const MOST_NAME_BYTES = 255;

/** Refused by Windows or read as a path; control characters; marks of direction. */
const unsafe = /[\\/:*?"<>|\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Windows removes them; `.` and `..` are other folders. */
const unsafeEnd = ['.', ' '];
/** Windows reserves these names for devices, with any extension. */
const reserved = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/iu;

/** Makes the name valid on any system: no path, no device, not too long. */
export function safeName(name: string): string {
  const clean = name.toWellFormed().replace(unsafe, '_');
  const named = reserved.test(clean) ? `_${clean}` : clean;
  const short = shortened(named, '');
  let end = short.length;
  while (unsafeEnd.includes(short.charAt(end - 1))) end -= 1;
  return short.slice(0, end) + '_'.repeat(short.length - end) || '_';
}

/** Unique even where case is ignored. */
export class FolderNames {
  /** How often each was wanted, so that thousands of equal names don't recount. */
  private readonly taken = new Map<string, number>();

  /** Safe; if taken, the first free one of `name (2)`, `name (3)` … */
  take(name: string): string {
    const safe = safeName(name);
    const key = keyOf(safe);
    let number = this.taken.get(key) ?? 0;
    let free = safe;
    let freeKey = key;
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

/** The siblings' exact folding takes a hundred times as long; half a million names may wait. */
const keyOf = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase();

function shortened(name: string, added: string): string {
  if (added === '' && Buffer.byteLength(name) <= MOST_NAME_BYTES) return name;
  const { stem, suffix } = splitFileName(name);
  const ending = suffix === null ? added : `${added}.${suffix}`;
  return cut(stem, MOST_NAME_BYTES - Buffer.byteLength(ending)) + ending;
}

function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = '';
  let room = bytes;
  for (const character of text) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    kept += character;
  }
  return kept.trimEnd();
}
