import type { Kinds } from '../application/kind.js';
import type { MediaConfig } from '../media.config.js';

/** Without the kinds that the operator has switched off, and what those need. */
export const enabledKinds = (
  kinds: Kinds,
  { websiteThumbnails }: Pick<MediaConfig, 'websiteThumbnails'>,
): Kinds =>
  websiteThumbnails
    ? kinds
    : { ...kinds, website: { ...kinds.website, wants: () => false, tool: kinds.thumbnail.tool } };
