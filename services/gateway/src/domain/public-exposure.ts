import type { ProviderConfig } from './provider.js';

const LOOPBACK = /^(localhost|[^.]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export const isOnLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

export interface Exposure {
  publicUrl: string;
  /** Null when the operator did not say. */
  trustedProxies: number | null;
  providers: readonly ProviderConfig[];
}

/** Warns about an installation that can be reached from outside, in whole sentences. */
export function exposureWarnings({ publicUrl, trustedProxies, providers }: Exposure): string[] {
  const warnings: string[] = [];
  const remote = !isOnLoopback(publicUrl);
  if (remote && trustedProxies === null)
    warnings.push(
      'Set TRUSTED_PROXIES to the number of reverse proxies of yours in front (0 when there is none): without it all clients behind a proxy share one rate limit.',
    );
  if (remote && publicUrl.startsWith('http:'))
    warnings.push('PUBLIC_URL is not https: tokens and files can be read on the way.');
  for (const provider of providers)
    if (provider.kind === 'oidc' && provider.issuer.startsWith('http:') && !isOnLoopback(provider.issuer))
      warnings.push(
        `The issuer of ${provider.key} is not https: sign-ins can be read and forged on the way.`,
      );
  return warnings;
}
