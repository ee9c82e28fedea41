import type { Chance } from './chance.js';
import type { Command } from './commands.js';
import { files } from './samples.js';
import { parentPath, type Shelf } from './shelf.js';

/** Replaces a file, or asks for something of one that has a history. */
export function versionCommand(shelf: Shelf, chance: Chance, label: () => string): Command {
  const known = [...shelf.refs].filter(([, { versions }]) => versions.length > 0);
  if (known.length < 3) return replacement(shelf, chance, label());
  const [ref, entry] = chance.percent(90) ? chance.of(known) : chance.of([...shelf.refs]);
  const blobs = entry.versions.flatMap(({ blob }) => blob ?? []);
  const blob = blobs.length === 0 || chance.percent(5) ? 'nothing' : chance.of(blobs);
  const name = chance.percent(70) ? 'kept' : null;
  const kept = chance.percent(20) ? (entry.blob ?? blob) : blob;
  const restore = (): Command => ({ do: 'restore-version', ref, blob });
  const keep = (): Command => ({ do: 'keep-version', ref, blob: kept, label: name });
  return chance.of([restore, restore, keep, (): Command => ({ do: 'drop-versions', ref })])();
}

function replacement(shelf: Shelf, chance: Chance, label: string): Command {
  const there = [...shelf.paths.values()].flatMap(({ path, name, blob }) => {
    const file = files.find((each) => each.name === name);
    return file && blob !== null && path.startsWith('/') ? [{ path: parentPath(path), file }] : [];
  });
  const size = chance.of([1, 5000, 3_000_000, 9_000_000]);
  const { path, file } = there.length === 0 ? { path: '/', file: chance.of(files) } : chance.of(there);
  return { do: 'start', where: { path }, label, files: [{ ...file, size }], replaces: true };
}
