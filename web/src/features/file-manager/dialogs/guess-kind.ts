import {
  hostsOf,
  linkKinds,
  matchLink,
  withScheme,
  type ConfiguredHosts,
  type LinkKind,
} from '@skyshelf/contracts/rules';

/** Without hosts that the operator names, those that everyone has. */
export const offeredKinds = (configured: ConfiguredHosts = {}): readonly LinkKind[] =>
  linkKinds.filter((kind) => hostsOf(kind, configured)?.length !== 0);

export const guessKind = (typed: string, configured: ConfiguredHosts = {}): string => {
  const address = withScheme(typed);
  if (!URL.canParse(address)) return 'website';
  const url = new URL(address);
  const ofProviders = offeredKinds(configured).filter(({ hosts }) => hosts !== null);
  return ofProviders.find((kind) => matchLink(kind, url, configured) !== null)?.name ?? 'website';
};

export const kindLabel = (kind: LinkKind, configured: ConfiguredHosts = {}): string =>
  kind.hosts === 'configured' ? `${kind.label} (${configured[kind.name]?.join(', ')})` : kind.label;
