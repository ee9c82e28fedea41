import type { update } from '@skyshelf/contracts';
import type { z } from 'zod';

/** News about the product. */
export interface Update {
  /** Stable over installations: what is delivered with the product is put in place once. */
  id: string;
  headline: string;
  content: string;
  date: Date;
}

export type UpdateView = z.input<typeof update>;

/** An update as the page gets it. */
export const showUpdate = ({ id, headline, content, date }: Update): UpdateView => ({
  _id: id,
  headline,
  content,
  date: date.toISOString(),
});
