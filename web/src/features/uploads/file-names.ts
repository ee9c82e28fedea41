import { extensionOf, nameKey, numberedName, uploadName } from '@skyshelf/contracts/rules';
import type { TargetFolder } from '../../shared/listings/listing.js';

/** Of the files of one drop: in a folder no two get the same. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** What the server would make of both is compared. */
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
