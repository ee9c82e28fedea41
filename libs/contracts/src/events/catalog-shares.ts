import { z } from 'zod';
import { scopeRoots } from '../access-scope.js';
import { elementId } from '../ids.js';

/** The kinds of files; `document`: a PDF, a text, and what office programs write. */
export const receivedKinds = ['image', 'video', 'audio', 'document', 'archive'] as const;

/** The limits of a link that receives; null: none of its own. */
export const receives = z.object({
  /** Unit: bytes. */
  maxFileBytes: z.number().int().positive().nullable(),
  /** The sum of all files. Unit: bytes. */
  maxBytes: z.number().int().positive().nullable(),
  maxFiles: z.number().int().positive(),
  kinds: z.array(z.enum(receivedKinds)).min(1).nullable(),
  /** Senders have to say who they are. */
  askName: z.boolean(),
});
export type Receives = z.infer<typeof receives>;

/** A link as it is from this event on. Its password lies outside of the stream. */
export const shareState = z.object({
  id: z.string(),
  roots: scopeRoots,
  title: z.string(),
  note: z.string(),
  expires: z.iso.datetime().nullable(),
  download: z.boolean(),
  downloadLimit: z.number().int().positive().nullable(),
  paused: z.boolean(),
  hasPassword: z.boolean(),
  generation: z.number().int().nonnegative(),
  /** SHA-256 of the token in its address, base64url. */
  hash: z.string(),
  created: z.iso.datetime(),
  /** It shows nothing, and its one root is a folder that files come into; absent: it shows its roots. */
  receives: receives.optional(),
});
export type ShareState = z.infer<typeof shareState>;

/** The number of links that show each element from now on. */
const shown = z.array(z.object({ id: elementId, links: z.number().int().nonnegative() }));

export const shareCreated = z.object({ type: z.literal('catalog.share.created'), share: shareState, shown });
export const shareChanged = z.object({ type: z.literal('catalog.share.changed'), share: shareState, shown });
export const shareEnded = z.object({ type: z.literal('catalog.share.ended'), id: z.string(), shown });
