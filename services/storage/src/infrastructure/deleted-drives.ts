import type { Recovery } from '@skyshelf/service';
import { deletedDrives } from '../application/deletion-ledger.js';

export const recovery: Recovery = { deletedDrives };
