import { sizeParts } from '@skyshelf/contracts/rules';

/** Base 1024: `1536` → `1.5 KB`. */
export const formatSize = (bytes: number, decimals = 2): string => sizeParts(bytes, decimals).join(' ');
