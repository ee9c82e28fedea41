import { z } from 'zod';
import { driveId } from './ids.js';

/** What there is of an account in the services: for an admin who looks at it before it is removed. No bytes, and in pages. */

/** What an account last bought, all of whose subscriptions are cancelled. */
export const cancellation = z.object({
  plan: z.string(),
  /** Of the last payment. */
  purchaseDate: z.iso.datetime(),
  /** A calendar month later: what is paid for ends then, and the account may be deleted. */
  deleteAfter: z.iso.datetime(),
});
export type Cancellation = z.infer<typeof cancellation>;

export const cancelledPage = z.object({
  docs: z.array(cancellation.extend({ drive: driveId })),
  next: driveId.nullable(),
});
export type CancelledPage = z.infer<typeof cancelledPage>;

/** What billing keeps of an account. */
export const billingContent = z.object({
  plan: z.string().nullable(),
  /** Bytes. */
  quota: z.number().nullable(),
  settings: z.record(z.string(), z.boolean()),
  /** Null: it has bought nothing, or has a subscription. */
  cancellation: cancellation.nullable(),
});
export type BillingContent = z.infer<typeof billingContent>;

/** What the gateway keeps of an account. */
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
  /** `folder`, a kind of link, or the media type of a file. */
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
  /** In the object store. */
  key: z.string(),
  size: bytes,
  type: z.string(),
  state: z.enum(['pending', 'ready', 'removing']),
  /** What it was made for; null for what was uploaded. */
  kind: z.string().nullable(),
  /** What it was made from. */
  source: z.string().nullable(),
  begun: z.iso.datetime(),
});
export const objectContentPage = z.object({ objects: z.array(objectContent), next: z.string().nullable() });
export type ObjectContentPage = z.infer<typeof objectContentPage>;

/** Where the next page begins; null: of that there is no more. */
export const contentPlace = z.strictObject({
  s3: z.string().max(64).nullable(),
  db: z.string().max(64).nullable(),
});
export type ContentPlace = z.infer<typeof contentPlace>;

/** A page of it. The account and what billing has come with the first one. */
export const accountPage = z.object({
  content: z.object({
    s3: objectContentPage.shape.objects,
    db: z.object({
      account: accountContent.optional(),
      billing: billingContent.optional(),
      elements: elementContentPage.shape.elements,
    }),
  }),
  next: contentPlace.nullable(),
});
export type AccountPage = z.infer<typeof accountPage>;
