import { z } from 'zod';

/** A small domain with all that a drive store must carry. */
const shelfDelta = z.object({ used: z.number().int(), count: z.number().int() });

const placed = {
  id: z.string(),
  parentId: z.string(),
  name: z.string(),
  nameKey: z.string(),
  delta: shelfDelta,
};

export const shelfEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('shelf.folder.created'), ...placed }),
  z.object({
    type: z.literal('shelf.book.added'),
    ...placed,
    size: z.number().int(),
    tags: z.array(z.string()),
    isbn: z.string().optional(),
  }),
  z.object({ type: z.literal('shelf.renamed'), id: z.string(), name: z.string(), nameKey: z.string() }),
  z.object({ type: z.literal('shelf.moved'), ids: z.array(z.string()), parentId: z.string() }),
  z.object({ type: z.literal('shelf.removed'), ids: z.array(z.string()), delta: shelfDelta }),
  z.object({ type: z.literal('shelf.read'), ids: z.array(z.string()), at: z.date() }),
  z.object({ type: z.literal('shelf.quota.changed'), quota: z.number().int() }),
]);
export type ShelfEvent = z.infer<typeof shelfEvent>;

export const shelfSides = ['reservations', 'processes', 'settings'] as const;
export type ShelfSide = (typeof shelfSides)[number];

export type ShelfRow = {
  id: string;
  parentId: string;
  class: 'folder' | 'item';
  nameKey: string;
  name: string;
  size: number;
  tags: string[];
  born: Date;
  read: Date | null;
  rev?: number;
};
