import { z } from 'zod';
import { driveId } from './ids.js';

/** For an admin before an account's removal: no bytes, in pages. */

export const cancellation = z.object({
  plan: z.string(),
  purchaseDate: z.iso.datetime(),
  /** A calendar month later, when the paid time ends. */
  deleteAfter: z.iso.datetime(),
});
export type Cancellation = z.infer<typeof cancellation>;

export const cancelledPage = z.object({
  docs: z.array(cancellation.extend({ drive: driveId })),
  next: driveId.nullable(),
});
export type CancelledPage = z.infer<typeof cancelledPage>;

export const billingContent = z.object({
  plan: z.string().nullable(),
  /** Unit: bytes. */
  quota: z.number().nullable(),
  settings: z.record(z.string(), z.boolean()),
  /** Null: it bought nothing, or has a subscription. */
  cancellation: cancellation.nullable(),
});
export type BillingContent = z.infer<typeof billingContent>;

const accountContent = z.object({
  sub: z.string(),
  name: z.string(),
  state: z.enum(['open', 'closing']),
  createdAt: z.iso.datetime(),
});

const bytes = z.number().int().nonnegative();

const elementContent = z.object({
  id: z.string(),
  parentId: z.string(),
  class: z.enum(['folder', 'item']),
  name: z.string(),
  /** It is `folder`, a kind of link, or the media type of a file. */
  kind: z.string(),
  url: z.string().nullable(),
  tags: z.array(z.string()),
  size: bytes,
  blobId: z.string().nullable(),
  born: z.string(),
});
export const elementContentPage = z.object({
  elements: z.array(elementContent),
  next: z.string().nullable(),
});
export type ElementContentPage = z.infer<typeof elementContentPage>;

const objectContent = z.object({
  key: z.string(),
  size: bytes,
  type: z.string(),
  state: z.enum(['pending', 'ready', 'removing']),
  /** Null for what was uploaded. */
  kind: z.string().nullable(),
  source: z.string().nullable(),
  begun: z.iso.datetime(),
});
export const objectContentPage = z.object({ objects: z.array(objectContent), next: z.string().nullable() });
export type ObjectContentPage = z.infer<typeof objectContentPage>;

/** Null: there is no more of that. */
export const contentCursor = z.strictObject({
  s3: z.string().max(64).nullable(),
  db: z.string().max(64).nullable(),
});
export type ContentCursor = z.infer<typeof contentCursor>;

/** The account and billing's part come with the first page. */
export const accountPage = z.object({
  content: z.object({
    s3: objectContentPage.shape.objects,
    db: z.object({
      account: accountContent.optional(),
      billing: billingContent.optional(),
      elements: elementContentPage.shape.elements,
    }),
  }),
  next: contentCursor.nullable(),
});
export type AccountPage = z.infer<typeof accountPage>;
