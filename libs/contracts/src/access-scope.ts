import { z } from 'zod';
import { elementId } from './ids.js';
import { limits } from './limits.js';

export const scopeKinds = ['extension', 'share', 'drop'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/**
 * `list`: the properties of elements; `view`: bytes where a page shows them; `download`: bytes as attachments
 * and archives; `add`: new elements.
 */
export const rights = ['list', 'view', 'download', 'add'] as const;
export type Right = (typeof rights)[number];

/** Everything outside of these elements does not exist for the scope. */
export const scopeRoots = z.array(elementId).min(1).max(limits.maxScopeRoots);
export type ScopeRoots = readonly z.infer<typeof elementId>[];

/** `scopeRoots` in a query, separated by commas. */
export const rootsInQuery = z
  .string()
  .transform((text) => text.split(','))
  .pipe(scopeRoots);

/**
 * A grant of access: the calls that open to its kind and rights, below its roots, until its token expires or
 * its generation has ended. A token without a scope may make every call.
 */
export const accessScope = z
  .object({
    kind: z.enum(scopeKinds),
    rights: z.array(z.enum(rights)).readonly(),
    /** Absent: the whole drive. */
    roots: scopeRoots.readonly().optional(),
    /** The link or the session that it belongs to. */
    id: z.string().regex(/^[\w-]{1,64}$/),
    /** Raised to end all tokens that were issued before. */
    generation: z.number().int().nonnegative(),
    /** The browser that has opened the link, where each sees only what it has sent itself. */
    visitor: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
  })
  // Only the user's own devices reach the whole drive.
  .refine(({ kind, roots }) => kind === 'extension' || roots !== undefined);
export type AccessScope = z.infer<typeof accessScope>;

/** The scope of a browser extension's session. */
export const extensionScope = (sid: string): AccessScope => ({
  kind: 'extension',
  rights: ['list', 'add'],
  id: sid,
  generation: 0,
});

/**
 * The `sid` of a scope's tokens: an extension has a session of its own; all tokens of one generation of a link
 * share one, so that it ends as sessions do.
 */
export const scopeSid = ({ kind, id, generation }: Pick<AccessScope, 'kind' | 'id' | 'generation'>): string =>
  kind === 'extension' ? id : `${kind}-${id}-${generation}`;
