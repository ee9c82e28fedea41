import type { Chance } from './chance.js';
import type { Command, Where } from './commands.js';
import { rivalOf } from './rivals.js';
import { allTags, files, links, list, names, tags } from './samples.js';
import { isFolder, type Shelf } from './shelf.js';
import { versionCommand } from './version-commands.js';

interface Known {
  ref: string;
  path: string;
  folder: boolean;
}

/** The tendency of a walk. */
export type Bent = 'mixed' | 'deep' | 'large' | 'tight';

/** A user at the shelf, who may see it as it was a while ago. */
export class Client {
  private known: Known[] = [];
  private labels = 0;

  constructor(
    private readonly name: string,
    private readonly chance: Chance,
    private readonly bent: Bent,
  ) {}

  next(shelf: Shelf): Command {
    if (this.known.length < 4 || this.chance.percent(40)) this.look(shelf);
    if (shelf.long) return this.meanwhile(shelf, shelf.long);
    return this.chance.of(this.choices(shelf))();
  }

  /** Chooses a command for this client at the same time as the other's. */
  alongside(other: Command, shelf: Shelf): Command {
    const rival = this.chance.percent(75) ? rivalOf(other, shelf, this.chance, () => this.label()) : null;
    return rival ?? this.next(shelf);
  }

  private look(shelf: Shelf): void {
    this.known = [...shelf.refs].flatMap(([ref, entry]) =>
      entry !== shelf.root && shelf.paths.get(entry.path) === entry && entry.path.startsWith('/')
        ? [{ ref, path: entry.path, folder: isFolder(entry) }]
        : [],
    );
  }

  private choices(shelf: Shelf): (() => Command)[] {
    const often = (times: number, choice: () => Command) => Array.from({ length: times }, () => choice);
    const crowded = shelf.paths.size > (this.bent === 'large' ? 700 : 250);
    return [
      ...often(6, () => this.add('folder')),
      ...often(5, () => this.add('link')),
      ...often(5, () => this.edit()),
      ...often(2, () => this.editPath()),
      ...often(4, () => this.paste('cut')),
      ...often(crowded ? 0 : 4, () => this.paste('copy')),
      ...often(crowded ? 6 : 2, () => this.remove(shelf, crowded ? 8 : 3)),
      ...often(shelf.trash ? 3 : 0, () => this.restore(shelf)),
      ...often(shelf.trash ? 1 : 0, () => this.purge(shelf)),
      ...often(this.bent === 'large' && !crowded ? 4 : 1, () => this.playlist(shelf)),
      ...often(3, () => this.tag()),
      () => ({ do: 'rename-tag', tag: this.oneTag(), to: this.oneTag() }),
      () => ({ do: 'remove-tag', tag: this.oneTag() }),
      ...often(5, () => this.start()),
      ...often(6, () => this.admit(shelf)),
      ...often(4, () => versionCommand(shelf, this.chance, () => this.label())),
      ...often(2, () => this.describe(shelf)),
      ...often(3, () => ({ do: 'confirm', ref: this.file(shelf), confirm: this.chance.percent(50) })),
      () => ({ do: 'exist', blob: this.blob(shelf) }),
      () => ({ do: 'open', ref: this.ref() }),
      () => ({ do: 'cancel', known: false }),
      ...often(2, () => this.editFile(shelf)),
      () => ({ do: 'again' }),
      () => ({ do: 'reuse' }),
    ];
  }

  /** While something large is under way: others touch what fills up, or take the name that was left. */
  private meanwhile(shelf: Shelf, long: NonNullable<Shelf['long']>): Command {
    if (this.chance.percent(40))
      return this.chance.percent(50) ? { do: 'carry' } : { do: 'cancel', known: true };
    if (long.kind === 'delete') {
      const { entry, home } = this.chance.of(long.roots);
      const kept = entry.name.replaceAll(/[+()]/g, '').split(/\s+/).join(' ');
      const name = { typed: entry.name, kept };
      return { do: 'folder', where: { path: home.path }, name, tags: [] };
    }
    const { to } = this.chance.of(long.pairs);
    const ref = [...shelf.refs].find(([, entry]) => entry === to)?.[0];
    const where: Where = { path: to.path };
    const refs = ref === undefined ? [] : [ref];
    const name = { typed: 'other', kept: 'other', file: 'other' };
    const inside: (() => Command)[] = [
      () => ({ do: 'folder', where, name, tags: [] }),
      () => ({ do: 'playlist', where, name, titles: ['one'], url: list, wrong: false }),
      () => ({
        do: 'start',
        where,
        label: this.label(),
        files: [{ ...this.chance.of(files), size: 1 }],
        replaces: false,
      }),
    ];
    const itself: (() => Command)[] = [
      () => ({ do: 'edit', refs, name, tags: null, url: null }),
      () => ({ do: 'tag', refs, add: ['t'], remove: [] }),
      () => ({ do: this.chance.of(['cut', 'copy'] as const), refs, where: { ref: 'root' } }),
    ];
    return this.chance.of(refs.length > 0 ? [...inside, ...itself] : inside)();
  }

  private ref(): string {
    if (this.known.length === 0 || this.chance.percent(3)) return 'nobody';
    return this.chance.percent(2) ? 'default:youtube' : this.chance.of(this.known).ref;
  }

  private refs(most: number): string[] {
    const crowd = this.bent === 'large' && this.chance.percent(20) ? this.crowded() : null;
    if (crowd) return [crowd.ref];
    return [this.ref(), ...Array.from({ length: this.chance.below(most) }, () => this.ref())];
  }

  /** The folder at the top that holds most. */
  private crowded(): Known | null {
    const tops = this.known.filter(({ folder, path }) => folder && path.split('/').length === 3);
    const held = ({ path }: Known) => this.known.filter((each) => each.path.startsWith(path)).length;
    return tops.toSorted((a, b) => held(b) - held(a))[0] ?? null;
  }

  private where(): Where {
    const folders = this.known.filter(({ folder }) => folder);
    if (folders.length === 0 || this.chance.percent(20)) return { ref: 'root' };
    if (this.chance.percent(3)) return this.chance.percent(50) ? { ref: 'nobody' } : { path: '/nowhere/' };
    const deepest = folders.toSorted((a, b) => b.path.split('/').length - a.path.split('/').length)[0];
    const folder =
      deepest && this.bent === 'deep' && this.chance.percent(50) ? deepest : this.chance.of(folders);
    if (this.chance.percent(60)) return { ref: folder.ref };
    return { path: this.chance.percent(50) ? folder.path : folder.path.toUpperCase() };
  }

  private add(what: 'folder' | 'link'): Command {
    const where = this.where();
    const name = this.chance.of(names);
    const some = this.chance.of(tags);
    if (what === 'folder') return { do: 'folder', where, name, tags: some };
    return { do: 'link', where, name, link: this.chance.of(links), tags: some };
  }

  private edit(): Command {
    return {
      do: 'edit',
      refs: this.chance.percent(10) ? this.refs(3) : [this.ref()],
      name: this.chance.percent(70) ? this.chance.of(names) : null,
      tags: this.chance.percent(50) ? this.chance.of(tags) : null,
      url: this.chance.percent(16) ? 'https://other.example.com/' : null,
    };
  }

  private editPath(): Command {
    const folders = this.known.filter(({ folder }) => folder);
    if (folders.length === 0 || this.chance.percent(3))
      return { do: 'edit-path', from: '/nowhere/', to: '/', name: this.chance.of(names) };
    const from = this.chance.of(folders).path;
    const above = from.slice(0, from.slice(0, -1).lastIndexOf('/') + 1);
    const to = this.chance.percent(8) ? `${above}elsewhere/` : above;
    return { do: 'edit-path', from, to, name: this.chance.of(names) };
  }

  private paste(action: 'cut' | 'copy'): Command {
    return { do: action, refs: this.refs(3), where: this.where() };
  }

  private remove({ trash }: Shelf, most: number): Command {
    const forever = trash !== null && this.chance.percent(10);
    return { do: 'delete', refs: this.refs(most), ...(forever && { forever }) };
  }

  /** Of what lies in the trash, or in a deleted folder. */
  private trashed(shelf: Shelf): string[] {
    const all = [...shelf.refs].filter(([, entry]) => entry.path.startsWith('trash-')).map(([ref]) => ref);
    return all.length === 0 ? [this.ref()] : this.chance.some(all, 3);
  }

  private restore(shelf: Shelf): Command {
    const to = this.chance.percent(30) ? this.folderRef() : null;
    return { do: 'restore', refs: this.trashed(shelf), to, parents: this.chance.percent(50) };
  }

  private folderRef(): Where {
    const folders = this.known.filter(({ folder }) => folder);
    return { ref: folders.length === 0 ? 'root' : this.chance.of(folders).ref };
  }

  private purge(shelf: Shelf): Command {
    if (this.chance.percent(10)) return { do: 'purge', refs: null };
    return { do: 'purge', refs: this.trashed(shelf) };
  }

  private playlist(shelf: Shelf): Command {
    const most = this.bent === 'large' && shelf.paths.size < 500 ? 50 : 4;
    const titles = Array.from({ length: this.chance.below(most + 1) }, () =>
      this.chance.of(['One', 'Two', 'one', 'Private video', 'Three']),
    );
    const crowd = this.bent === 'large' && this.chance.percent(70) ? this.crowded() : null;
    return {
      do: 'playlist',
      where: crowd ? { ref: crowd.ref } : this.where(),
      name: this.chance.of(names),
      titles: this.bent === 'large' ? Array.from({ length: most }, (_, index) => `T${index}`) : titles,
      url: this.chance.percent(10) ? 'https://example.com/' : list,
      wrong: this.chance.percent(8),
    };
  }

  private oneTag(): string {
    return this.chance.of(['t', 'u', 'my tag', 'v', ' ']);
  }

  private tag(): Command {
    if (this.chance.percent(20)) {
      const all = this.bent === 'large' && this.known.length > 300;
      const refs = all ? this.known.map(({ ref }) => ref) : this.refs(2);
      return {
        do: 'tag',
        refs: refs.slice(0, 900),
        add: allTags,
        remove: all ? ['t', 'u', 'v', 'my tag'] : [],
      };
    }
    return { do: 'tag', refs: this.refs(4), add: this.chance.of(tags), remove: this.chance.of(tags) };
  }

  private label(): string {
    return `${this.name}${(this.labels += 1)}`;
  }

  private start(): Command {
    const sizes = [1, 5000, 3_000_000, 9_000_000, ...(this.chance.percent(10) ? [524_288_001] : [])];
    const offered = this.chance.some(files, 3).map((file) => ({ ...file, size: this.chance.of(sizes) }));
    const replaces = this.chance.percent(60);
    return { do: 'start', where: this.where(), label: this.label(), files: offered, replaces };
  }

  private admit(shelf: Shelf): Command {
    const labels = [...shelf.uploads.keys()].slice(-8);
    if (labels.length === 0) return this.start();
    return { do: 'admit', label: this.chance.of(labels), forged: this.chance.percent(4) };
  }

  private blobs(shelf: Shelf): string[] {
    return [...shelf.paths.values()].flatMap(({ blob }) => blob ?? []);
  }

  private blob(shelf: Shelf): string | null {
    const all = this.blobs(shelf);
    return all.length === 0 || this.chance.percent(20) ? null : this.chance.of(all);
  }

  private file(shelf: Shelf): string {
    const all = this.known.filter(({ ref }) => (shelf.refs.get(ref)?.blob ?? null) !== null);
    return all.length === 0 || this.chance.percent(15) ? this.ref() : this.chance.of(all).ref;
  }

  private describe(shelf: Shelf): Command {
    const blob = this.blob(shelf);
    return blob === null ? this.start() : { do: 'describe', blob };
  }

  private editFile(shelf: Shelf): Command {
    const from = [this.blob(shelf)];
    return { do: 'edit-file', from, to: this.chance.percent(15) ? [...from, ...from] : from };
  }
}
