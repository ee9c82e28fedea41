import { ok, Refused, refuseIf, type Command, type Outcome } from './commands.js';
import * as tree from './shelf.js';
import type { Entry, Shelf, Version } from './shelf.js';
import { giveWay } from './trash.js';

type Of<D extends Command['do']> = Extract<Command, { do: D }>;

const contentOf = ({ size, blob, kind, thumbnail, confirm, since, label }: Entry): Version => ({
  size,
  blob,
  kind,
  thumbnail,
  confirm,
  since,
  label,
});

/** The bytes before stay if there is room for them, also when all else gives way. */
export function replace(
  shelf: Shelf,
  entry: Entry,
  content: Pick<Version, 'size' | 'blob' | 'kind' | 'since'>,
): void {
  const used = tree.usedBytes(shelf) + tree.reservedBytes(shelf);
  if (entry.size > 0 && used + content.size <= shelf.quota) {
    giveWay(shelf, content.size);
    entry.versions.push(contentOf(entry));
  }
  Object.assign(entry, { thumbnail: false, confirm: null, label: null, ...content });
}

export function restoreVersion(shelf: Shelf, { ref, blob }: Of<'restore-version'>): Outcome {
  const entry = shelf.refs.get(ref);
  if (!entry || entry.blob === null || !tree.isThere(shelf, entry)) throw new Refused('element.not-found');
  refuseIf(tree.isCopying(shelf, entry), 'folder.copying');
  const version = entry.versions.find((each) => each.blob === blob);
  if (!version) throw new Refused('version.not-found');
  entry.versions = entry.versions.filter((each) => each !== version);
  if (entry.size > 0) entry.versions.push(contentOf(entry));
  Object.assign(entry, version, { since: shelf.steps });
  return ok();
}

function ownFile(shelf: Shelf, ref: string): Entry {
  const entry = shelf.refs.get(ref);
  const isKept = entry && tree.isInTrash(entry) && shelf.paths.get(entry.path) === entry;
  if (!entry || entry.blob === null || !(isKept || tree.isThere(shelf, entry)))
    throw new Refused('element.not-found');
  return entry;
}

export function keepVersion(shelf: Shelf, { ref, blob, label }: Of<'keep-version'>): Outcome {
  const entry = ownFile(shelf, ref);
  const found = [entry, ...entry.versions].find((each) => each.blob === blob);
  if (!found) throw new Refused('version.not-found');
  found.label = label;
  return ok();
}

export function dropVersions(shelf: Shelf, { ref }: Of<'drop-versions'>): Outcome {
  ownFile(shelf, ref).versions = [];
  return ok();
}
