import { downloadPath as downloadPathOf, filePath as filePathOf } from '@skyshelf/contracts/kinds';
import { below } from '../session/visit.js';

/** Where the page reads a file of an address. */
export const filePath = (address: string): string => below(filePathOf(address));

export const downloadPath = (addresses: readonly string[]): string => below(downloadPathOf(addresses));
