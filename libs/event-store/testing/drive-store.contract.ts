import { describe } from 'vitest';
import { boundsContract } from './bounds.contract.js';
import { commandsContract } from './commands.contract.js';
import type { OpenStore } from './open-shelf.js';
import { queueContract } from './queue.contract.js';
import { readingContract } from './reading.contract.js';
import { rebuildContract } from './rebuild.contract.js';
import { roomContract } from './room.contract.js';

export function driveStoreContract(adapter: string, open: OpenStore): void {
  describe(`a drive store (${adapter})`, () => {
    commandsContract(open);
    roomContract(open);
    readingContract(open);
    queueContract(open);
    rebuildContract(open);
    boundsContract(open);
  });
}
