import type { ElementView } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import type { UploadTransport } from './upload-port.js';

interface Making {
  /** The action of the user that it is made for. */
  group: number;
  transport: UploadTransport;
}

/** Finds or makes the folders of a tree that is uploaded, each once: a folder before those in it. */
export class FolderMaker {
  readonly #known = new Map<string, Promise<TargetFolder>>();

  constructor(
    private readonly newKey: () => string,
    private readonly made: (group: number, folder: ElementView) => void,
  ) {}

  /** @throws {ApiFailure} what the server said to a folder on the way; the next call asks again */
  make(making: Making, top: TargetFolder, path: readonly string[]): Promise<TargetFolder> {
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(top);
    const key = [top.folderId, ...path].join('/');
    const known = this.#known.get(key);
    if (known) return known;
    const folder = this.#makeOne(making, top, path.slice(0, -1), name);
    this.#known.set(key, folder);
    folder.catch(() => this.#known.delete(key));
    return folder;
  }

  /** What was found may have been deleted or moved since: a new action looks again. */
  forget(): void {
    this.#known.clear();
  }

  async #makeOne(
    making: Making,
    top: TargetFolder,
    above: readonly string[],
    name: string,
  ): Promise<TargetFolder> {
    const parent = await this.make(making, top, above);
    const { folder, made } = await making.transport.makeFolder(parent, name, this.newKey());
    if (made) this.made(making.group, made);
    return folder;
  }
}
