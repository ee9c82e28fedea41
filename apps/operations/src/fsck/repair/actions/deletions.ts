import { gatewayCalls } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Repair } from '../repair.js';

export const resumeDeletions: Repair = {
  done: 'it goes on where it stopped',
  trusts: 'stream',
  async run({ peers }, findings) {
    const drives = findings.flatMap(({ about }) => about?.drive ?? []);
    await ask(peers, gatewayCalls.resumeDeletions, { body: { drives } });
  },
};
