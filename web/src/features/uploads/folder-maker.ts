import type { ElementView } from '@skyshelf/contracts/browser';
import { elementName } from '@skyshelf/contracts/rules';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { callApi } from '../../shared/api/call-api.js';
import type { TargetFolder } from '../../shared/listings/listing.js';

interface Making {
  group: number;
  call: typeof callApi;
}

const background = { tries: 6, inBackground: true };

/** Each folder once, parents first. */
export class FolderMaker {
  readonly #known = new Map<string, Promise<TargetFolder>>();

  constructor(
    private readonly newKey: () => string,
    private readonly made: (group: number, folder: ElementView, operation: string | undefined) => void,
  ) {}

  /** @throws {ApiFailure} the server's; the next call asks again */
  make(making: Making, top: TargetFolder, path: readonly string[]): Promise<TargetFolder> {
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(top);
    const key = [top.folderId, ...path].join('/');
    const known = this.#known.get(key);
    if (known) return known;
    const folder = this.make(making, top, path.slice(0, -1)).then((parent) =>
      this.#find(making, parent, name),
    );
    this.#known.set(key, folder);
    folder.catch(() => this.#known.delete(key));
    return folder;
  }

  /** Folders may have been deleted or moved since. */
  forget(): void {
    this.#known.clear();
  }

  async #find({ group, call }: Making, parent: TargetFolder, linkname: string): Promise<TargetFolder> {
    const body = { ...parent, obj: { linkname, linktype: 'folder' } };
    try {
      const input = { body, idempotencyKey: this.newKey() };
      const { docs, operation } = await call('addElement', input, background);
      this.made(group, docs, operation);
      return { url: `${parent.url}${docs.linkname}/`, folderId: docs._id };
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.error.code !== 'name.exists') throw failure;
      const url = `${parent.url}${elementName(linkname).value ?? linkname}/`;
      return { url, folderId: (await call('listFolder', { body: { url } }, background)).folderId };
    }
  }
}
