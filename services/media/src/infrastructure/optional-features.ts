import type { HealthCheck } from '@skyshelf/service';
import { kindsOf, roles, type Kinds, type Role } from '../application/kind.js';
import { kinds as allKinds } from '../kinds/registry.js';
import { mediaDefaults, type MediaConfig } from '../media.config.js';
import { findIsolation, protections } from './tools/isolation.js';

/** Excludes kinds that the operator has switched off, and what only those need. */
export const enabledKinds = (
  kinds: Kinds,
  { websiteThumbnails }: Pick<MediaConfig, 'websiteThumbnails'>,
): Kinds =>
  websiteThumbnails
    ? kinds
    : { ...kinds, website: { ...kinds.website, wants: () => false, tool: kinds.thumbnail.tool } };

/** Only the operator sees it: strangers would learn what to try. */
export const isolationCheck: HealthCheck = {
  name: 'media.isolation',
  check: async () => {
    const { missing } = await findIsolation();
    if (missing.length === 0) return { status: 'ok' };
    const risks = missing.map((each) => protections[each]).join('; ');
    return { status: 'off', hint: `This machine does not allow all protections: ${risks}.` };
  },
};

/** Programs of the system; without one the product runs, and `/health` says how to get it. */
export const featuresOf = (taken: readonly Role[], kinds: Kinds = allKinds): HealthCheck[] => [
  ...new Map(
    kindsOf(kinds, taken).map(({ tool }) => [
      tool.name,
      { name: `media.${tool.name}`, isPublic: true, check: () => tool.check() },
    ]),
  ).values(),
];

export const optionalFeatures = (config: MediaConfig = mediaDefaults): readonly HealthCheck[] =>
  featuresOf(roles, enabledKinds(allKinds, config));
