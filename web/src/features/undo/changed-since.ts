import { callApi } from '../../shared/api/call-api.js';
import { concerns } from './concerns.js';
import type { Undoable } from './undoable.js';

/** Whether things are no longer as a command left them, or no one can tell. */
export const changedSince = async (undoable: Undoable): Promise<boolean> => {
  if (undoable.done.kind === 'deleted') return false;
  if (undoable.version === null) return true;
  const changes = await callApi('changes', { query: { since: String(undoable.version) } });
  return changes.resync || concerns(changes, undoable);
};
