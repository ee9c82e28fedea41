import { downloadPath as downloadPathOf, filePath as filePathOf } from '@skyshelf/contracts/kinds';
import { below } from '../session/visit.js';

/** The page of a link reads files below the link. */
export const filePath = (address: string): string => below(filePathOf(address));

export const downloadPath = (addresses: readonly string[]): string => below(downloadPathOf(addresses));
