import { storageCalls } from '@skyshelf/contracts';
import { askBytes, type Peers } from '@skyshelf/peers';
import type { FileBytes } from '../application/catalog.js';

export const peerFiles = (peers: Pick<Peers, 'bytes'>): FileBytes => ({
  open: async (blobId) => (await askBytes(peers, storageCalls.blobBytes, { params: { blobId } })).body,
});
