import { ok, refuseIf, type Command, type Outcome } from './commands.js';
import { fold } from './samples.js';
import * as tree from './shelf.js';
import type { Entry, Shelf, Upload } from './shelf.js';
import { replace } from './versions.js';

type Of<D extends Command['do']> = Extract<Command, { do: D }>;

const largest = 524_288_000;
/** A larger file is sent in parts, and keeps its room until then. */
const inOnePart = 8 * 1024 * 1024;

/** Names the upload of a batch. */
export const labelOf = (label: string, index: number): string => `${label}-${index}`;

export function start(shelf: Shelf, { where, label, files, replaces }: Of<'start'>): Outcome {
  const folder = tree.openFolder(shelf, where);
  const warnings: string[] = [];
  const names = new Set<string>();
  let free = tree.freeBytes(shelf);
  let granted = 0;
  const begun: [string, Upload][] = [];
  for (const [index, file] of files.entries()) {
    if (file.name !== file.typed) warnings.push(`name.renamed ${file.name}`);
    const path = tree.pathIn(folder, file.name, file.kind);
    const old = replaces ? fileAt(shelf, path) : null;
    const room = Math.max(0, file.size - (old?.size ?? 0));
    const refusal =
      file.refused ??
      (file.size > largest ? 'file.too-large' : null) ??
      (names.has(fold(file.name)) || (!old && tree.isTaken(shelf, path)) ? 'name.exists' : null) ??
      (room > free ? 'space.exceeded' : null);
    if (refusal !== null) {
      warnings.push(`${refusal} ${file.name}`);
      continue;
    }
    names.add(fold(file.name));
    free -= room;
    granted += 1;
    const { name, kind, size } = file;
    const kept = size > inOnePart;
    const about = { folder, name, kind, size, replaces, room: Math.max(kept ? 1 : 0, room) };
    begun.push([labelOf(label, index), { ...about, kept, outcome: null }]);
  }
  for (const [key, upload] of begun) shelf.uploads.set(key, upload);
  return ok(granted, warnings);
}

export function admit(shelf: Shelf, { label, forged }: Of<'admit'>): Outcome {
  refuseIf(forged, 'upload.bad-receipt');
  const upload = shelf.uploads.get(label);
  if (!upload) throw new Error(`no one has begun ${label}`);
  const outcome = (upload.outcome ??= admission(shelf, label, upload));
  return outcome === 'ok' ? ok(1) : ok(0, [`${outcome} ${upload.name}`]);
}

function admission(shelf: Shelf, label: string, upload: Upload): string {
  const { folder, name, kind, size, replaces } = upload;
  upload.kept = false;
  if (!tree.isThere(shelf, folder) || tree.depthOf(folder.path) >= tree.maxDepth) return 'folder.not-found';
  if (tree.isCopying(shelf, folder)) return 'folder.copying';
  const path = tree.pathIn(folder, name, kind);
  const old = replaces ? fileAt(shelf, path) : null;
  if (!old && tree.isTaken(shelf, path)) return 'name.exists';
  if (size - (old?.size ?? 0) > tree.freeBytes(shelf)) return 'space.exceeded';
  const { steps: since } = shelf;
  if (old) replace(shelf, old, { size, blob: `blob-${label}`, kind, since });
  else tree.put(shelf, tree.newEntry({ path, name, kind, size, blob: `blob-${label}`, since }));
  return 'ok';
}

const fileAt = (shelf: Shelf, path: string): Entry | null => {
  const there = shelf.paths.get(path);
  return there && there.blob !== null ? there : null;
};

/** A thumbnail was made of some bytes. */
export function describe(shelf: Shelf, { blob }: Of<'describe'>): Outcome {
  for (const entry of shelf.paths.values())
    for (const each of [entry, ...entry.versions])
      if (each.blob === blob) Object.assign(each, { thumbnail: true, confirm: true });
  return ok();
}

const isOwn = (shelf: Shelf, blob: string | null): boolean =>
  blob !== null && [...shelf.paths.values()].some((each) => each.blob === blob && each.path.startsWith('/'));

export const exist = (shelf: Shelf, { blob }: Of<'exist'>): Outcome => ok(isOwn(shelf, blob) ? 1 : 0);

export function editFile(shelf: Shelf, { from, to }: Of<'edit-file'>): Outcome {
  refuseIf(from.length !== to.length, 'input.invalid');
  refuseIf(
    [...from, ...to].some((blob) => !isOwn(shelf, blob)),
    'file.not-found',
  );
  return ok();
}
