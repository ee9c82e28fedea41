import type { TargetFolder } from '../../shared/api/target-folder.js';
import type { BundleQueue } from './bundle-queue.js';
import { FolderMaker } from './folder-maker.js';
import type { Grants } from './grants.js';
import type { QueueState } from './queue-state.js';
import type { UploadDeps } from './upload-deps.js';
import type { UploadItem } from './upload-item.js';

const groupedBy = <Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[][] => {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
};

/** Sends files on their way: finds or makes their folder, then small ones to the bundles, others to ask for a grant. */
export class Placing {
  readonly #folders: FolderMaker;

  constructor(
    private readonly state: QueueState,
    private readonly deps: UploadDeps,
    private readonly next: {
      bundles: BundleQueue;
      grants: Grants;
      /** Of files that need neither. */
      send: (id: number) => void;
      placed: () => void;
    },
  ) {
    this.#folders = new FolderMaker(
      () => deps.environment.newKey(),
      (group, made) => {
        deps.notices.admitted([made]);
        state.came(group, made);
      },
    );
  }

  /** What was found or made before may have gone since. */
  lookAgain(): void {
    this.#folders.forget();
  }

  /** Makes a folder, also when nothing comes into it. */
  async makeFolder(group: number, top: TargetFolder, path: readonly string[]): Promise<void> {
    await this.#folders
      .make({ group, transport: this.state.transport(group) }, top, path)
      .catch(() => this.deps.notices.batchFailed());
  }

  place(ids: readonly number[]): void {
    const items = ids.flatMap((id) => this.state.list.get(id) ?? []);
    const pathOf = ({ id }: UploadItem): readonly string[] => this.state.work.get(id)?.path ?? [];
    this.#enqueue(items.filter((item) => pathOf(item).length === 0));
    const below = items.filter((item) => pathOf(item).length > 0);
    for (const together of groupedBy(below, (item) =>
      JSON.stringify([item.group, item.targetFolder.folderId, pathOf(item)]),
    ))
      void this.#placeBelow(together);
  }

  async #placeBelow(items: readonly UploadItem[]): Promise<void> {
    const [first] = items;
    const path = first && this.state.work.get(first.id)?.path;
    if (!path) return;
    for (const { id } of items) this.state.note(id, { asking: true });
    try {
      const { group, targetFolder: top } = first;
      const making = { group, transport: this.state.transport(group) };
      const targetFolder = await this.#folders.make(making, top, path);
      for (const { id } of items) {
        this.state.note(id, { path: [], asking: false });
        this.state.list.set(id, { targetFolder });
      }
      this.#enqueue(items.flatMap(({ id }) => this.state.list.get(id) ?? []));
      this.next.placed();
    } catch (failure) {
      this.deps.notices.batchFailed();
      for (const { id } of items) this.state.fail(id, failure);
    }
  }

  #enqueue(all: readonly UploadItem[]): void {
    const isRemote = ({ id }: UploadItem): boolean => this.state.work.get(id)?.remote != null;
    for (const { id } of all.filter(isRemote)) this.next.send(id);
    const items = all.filter((item) => !isRemote(item));
    const ifTaken = ({ id }: UploadItem) => this.state.work.get(id)?.ifTaken ?? null;
    // What is said of taken names is said of a whole call.
    const isSmall = (item: UploadItem): boolean =>
      item.size <= this.deps.bundledBytes && ifTaken(item) === null;
    for (const together of groupedBy(items, (item) =>
      JSON.stringify([item.group, item.targetFolder.folderId, ifTaken(item)]),
    )) {
      const [first] = together;
      if (!first) continue;
      const idsOf = (some: readonly UploadItem[]): number[] => some.map(({ id }) => id);
      this.next.bundles.add(first.targetFolder, first.group, idsOf(together.filter(isSmall)));
      this.next.grants.add(idsOf(together.filter((item) => !isSmall(item))));
    }
  }
}
