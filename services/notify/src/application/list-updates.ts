import { showUpdate, type UpdateView } from '../domain/update.js';
import type { Notify } from './notify.js';

/** What is new in the product, newest first. */
export async function listUpdates({ updates, updatesShown }: Notify): Promise<{ docs: UpdateView[] }> {
  return { docs: (await updates.newest(updatesShown)).map(showUpdate) };
}
