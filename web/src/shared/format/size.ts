import { sizeParts } from '@skyshelf/contracts/rules';

/** A number of bytes for people: base 1024, at most `decimals` places. `1536` → `1.5 KB`. */
export const formatSize = (bytes: number, decimals = 2): string => sizeParts(bytes, decimals).join(' ');
