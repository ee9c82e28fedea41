import { extensionOf, nameKey, numberedName, uploadName } from '@skyshelf/contracts/rules';
import type { TargetFolder } from '../../shared/listings/listing.js';

/** Gives the files of one drop names that are unique in their folder. */
export class FileNames {
  readonly #taken = new Set<string>();

  take({ folderId }: TargetFolder, path: readonly string[], given: string): string {
    const keyOf = (name: string): string => nameKey(uploadName(name, () => '').name);
    // One of which nothing is left gets a random one.
    if (keyOf(given) === '') return given;
    const within = JSON.stringify([folderId, ...path]);
    let name = given;
    for (let number = 2; this.#taken.has(within + keyOf(name)); number += 1)
      name = numberedName(given, number, extensionOf(given) !== null);
    this.#taken.add(within + keyOf(name));
    return name;
  }
}
