import { DomainError, type DriveId, type OpId } from '@skyshelf/contracts';
import { showUpdate, type UpdateView } from '../domain/update.js';
import type { Notify } from './notify.js';

/** Order: newest first. */
export async function listUpdates({ updates, updatesShown }: Notify): Promise<{ docs: UpdateView[] }> {
  return { docs: (await updates.newest(updatesShown)).map(showUpdate) };
}

export interface WrittenUpdate {
  headline: string;
  content: string;
  date?: string | undefined;
}

/**
 * Inserts once for an operation.
 * @throws DomainError `name.required` for an empty field
 */
export async function insertUpdate(
  { updates, clock }: Pick<Notify, 'updates' | 'clock'>,
  { drive: by, opId: id }: { drive: DriveId; opId: OpId },
  { headline, content, date }: WrittenUpdate,
): Promise<string> {
  const update = { id, headline: required('headline', headline), content: required('content', content) };
  await updates.insert({ ...update, date: date ? new Date(date) : clock.now() }, by);
  return id;
}

function required(field: string, written: string): string {
  const text = written.trim();
  if (text === '') throw new DomainError('name.required', { field });
  return text;
}
