import type { update } from '@skyshelf/contracts';
import type { z } from 'zod';

export interface Update {
  /** The same everywhere: delivered updates are added once. */
  id: string;
  headline: string;
  content: string;
  date: Date;
}

export type UpdateView = z.input<typeof update>;

export const showUpdate = ({ id, headline, content, date }: Update): UpdateView => ({
  _id: id,
  headline,
  content,
  date: date.toISOString(),
});
