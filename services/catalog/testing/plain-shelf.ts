/**
 * A shelf as simple as it can be, to compare the real one with: a map from paths to names. Folders end with
 * `/`. Knows no ids, no events, no database.
 */
export class PlainShelf {
  readonly paths = new Map<string, { name: string; tags: string[] }>();

  folders(): string[] {
    return ['/', ...[...this.paths.keys()].filter((path) => path.endsWith('/'))];
  }

  /** What adding would come to: `ok`, or the code of the refusal. */
  add(folder: string, name: string, isFolder: boolean, tags: string[] = []): string {
    if (!this.has(folder)) return 'folder.not-found';
    const path = folder + fold(name) + (isFolder ? '/' : '');
    if (this.paths.has(path)) return 'name.exists';
    this.paths.set(path, { name, tags });
    return 'ok';
  }

  rename(path: string, name: string, tags: string[]): string {
    const there = this.paths.get(path);
    if (!there) return 'element.not-found';
    const isFolder = path.endsWith('/');
    const parent = path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
    const target = parent + fold(name) + (isFolder ? '/' : '');
    if (target !== path && this.paths.has(target)) return 'name.exists';
    const below = [...this.paths].filter(([each]) => each !== path && isFolder && each.startsWith(path));
    for (const each of [path, ...below.map(([each]) => each)]) this.paths.delete(each);
    this.paths.set(target, { name, tags });
    for (const [each, value] of below) this.paths.set(target + each.slice(path.length), value);
    return 'ok';
  }

  remove(paths: readonly string[]): number {
    const there = [...new Set(paths)].filter((path) => this.paths.has(path));
    for (const path of there) {
      for (const each of this.paths.keys()) {
        if (each === path || (path.endsWith('/') && each.startsWith(path))) this.paths.delete(each);
      }
    }
    return there.length;
  }

  /** What pasting comes to: how many came, or the code of the refusal. Of equal names the first comes. */
  paste(action: 'cut' | 'copy', paths: readonly string[], target: string): string | number {
    const there = [...new Set(paths)].filter((path) => this.paths.has(path));
    const roots = there.filter((path) => !there.some((other) => other !== path && isBelow(path, other)));
    if (!this.has(target)) return 'folder.not-found';
    if (roots.length === 0) return 'element.not-found';
    if (roots.some((path) => path.endsWith('/') && target.startsWith(path))) return 'paste.into-itself';
    const abroad = roots.filter((path) => parentOf(path) !== target);
    if (abroad.length === 0) return 'paste.same-folder';
    let came = 0;
    for (const path of abroad) {
      const to = target + path.slice(parentOf(path).length);
      if (this.paths.has(to)) continue;
      came += 1;
      for (const [each, value] of [...this.paths].filter(([one]) => one === path || isBelow(one, path))) {
        this.paths.set(to + each.slice(path.length), value);
        if (action === 'cut') this.paths.delete(each);
      }
    }
    return came;
  }

  has(path: string): boolean {
    return path === '/' || this.paths.has(path);
  }

  toText(): string[] {
    return [...this.paths].map(([path, { name, tags }]) => `${path} ${name} ${tags.join(',')}`).toSorted();
  }
}

const isBelow = (path: string, folder: string): boolean =>
  folder.endsWith('/') && path !== folder && path.startsWith(folder);

const parentOf = (path: string): string => path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);

/** Enough for the names that the tests use; made differently from the product's. */
const fold = (name: string): string => name.normalize('NFC').toLowerCase().replaceAll('ß', 'ss');
