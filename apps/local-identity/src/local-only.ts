const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i;

/** Whether an address leads to this machine and no other. */
export const isLocalUrl = (url: string): boolean => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);

export interface Reach {
  /** Where people reach the product. */
  publicUrl: string;
  /** The interface to listen on. */
  host: string;
  allowRemote?: boolean;
}

/**
 * Here everybody is who they say they are. That is for one's own machine: anywhere else it would give each drive to everybody.
 * @throws {Error} unless all of it stays on this machine, or `allowRemote` says that this is meant
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
