import type { Kinds } from '../application/kind.js';
import type { MediaConfig } from '../media.config.js';

/** The kinds as the operator wants them: of one that is switched off nothing is made, and nothing that it needs is looked for. */
export const enabledKinds = (
  kinds: Kinds,
  { websiteThumbnails }: Pick<MediaConfig, 'websiteThumbnails'>,
): Kinds =>
  websiteThumbnails
    ? kinds
    : { ...kinds, website: { ...kinds.website, wants: () => false, tool: kinds.thumbnail.tool } };
