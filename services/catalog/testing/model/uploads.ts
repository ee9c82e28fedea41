import { ok, refuseIf, type Command, type Outcome } from './commands.js';
import { fold } from './samples.js';
import * as tree from './shelf.js';
import type { Shelf, Upload } from './shelf.js';

type Of<D extends Command['do']> = Extract<Command, { do: D }>;

const largest = 524_288_000;
/** A larger file is sent in parts, and keeps its room until then. */
const inOnePart = 8 * 1024 * 1024;

/** Names the upload of a batch. */
export const labelOf = (label: string, index: number): string => `${label}-${index}`;

export function start(shelf: Shelf, { where, label, files }: Of<'start'>): Outcome {
  const folder = tree.openFolder(shelf, where);
  const warnings: string[] = [];
  const names = new Set<string>();
  let free = tree.freeBytes(shelf);
  let granted = 0;
  const begun: [string, Upload][] = [];
  for (const [index, file] of files.entries()) {
    if (file.name !== file.typed) warnings.push(`name.renamed ${file.name}`);
    const path = tree.pathIn(folder, file.name, file.kind);
    const refusal =
      file.refused ??
      (file.size > largest ? 'file.too-large' : null) ??
      (names.has(fold(file.name)) || tree.isTaken(shelf, path) ? 'name.exists' : null) ??
      (file.size > free ? 'space.exceeded' : null);
    if (refusal !== null) {
      warnings.push(`${refusal} ${file.name}`);
      continue;
    }
    names.add(fold(file.name));
    free -= file.size;
    granted += 1;
    const { name, kind, size } = file;
    begun.push([labelOf(label, index), { folder, name, kind, size, kept: size > inOnePart, outcome: null }]);
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
  const { folder, name, kind, size } = upload;
  upload.kept = false;
  if (!tree.isThere(shelf, folder) || tree.depthOf(folder.path) >= tree.maxDepth) return 'folder.not-found';
  if (tree.isCopying(shelf, folder)) return 'folder.copying';
  const path = tree.pathIn(folder, name, kind);
  if (tree.isTaken(shelf, path)) return 'name.exists';
  if (size > tree.freeBytes(shelf)) return 'space.exceeded';
  tree.put(shelf, tree.newEntry({ path, name, kind, size, blob: `blob-${label}` }));
  return 'ok';
}

/** A thumbnail was made of some bytes. */
export function describe(shelf: Shelf, { blob }: Of<'describe'>): Outcome {
  for (const entry of shelf.paths.values())
    if (entry.blob === blob) Object.assign(entry, { thumbnail: true, confirm: true });
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
