const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i;

export const isLocalUrl = (url: string): boolean => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);

export interface Reach {
  publicUrl: string;
  host: string;
  allowRemote?: boolean;
}

/**
 * Anyone may claim any name: elsewhere than on one's own machine, that would give each drive to everyone.
 * @throws {Error} unless all of it stays on this machine, or `allowRemote` is set
 */
export function refuseRemote({ publicUrl, host, allowRemote = false }: Reach): void {
  if (allowRemote) return;
  const why = 'The local sign-in lets everybody in under any name, so it only serves this machine';
  const instead =
    'Configure an identity provider instead, or allow it explicitly where everybody is trusted.';
  if (!isLocalUrl(publicUrl))
    throw new Error(`${why}, and ${publicUrl} is reachable from others. ${instead}`);
  if (!LOOPBACK.test(host)) throw new Error(`${why}, and ${host} is not a loopback address. ${instead}`);
}
