import { showUpdate, type UpdateView } from '../domain/update.js';
import type { Notify } from './notify.js';

/** Newest first. */
export async function listUpdates({ updates, updatesShown }: Notify): Promise<{ docs: UpdateView[] }> {
  return { docs: (await updates.newest(updatesShown)).map(showUpdate) };
}
