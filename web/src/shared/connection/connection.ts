import { useSyncExternalStore } from 'react';

/** No worker keeps it. */
const PROBE = '/favicon.svg';
const PROBE_MS = 8000;
const AGAIN_MS = 5000;

let reachable = true;
let probing: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const answers = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    // A proxy may answer.
    return (await fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal })).status < 500;
  } catch {
    return false;
  }
};

const probe = async (): Promise<void> => {
  clearTimeout(timer);
  const now = await answers();
  if (!now) timer = setTimeout(recheckConnection, AGAIN_MS);
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
};

/** The browser's own word on networks is a hint only: a server may run on this machine. */
export const recheckConnection = (): void => {
  probing ??= probe().finally(() => (probing = null));
};

addEventListener('offline', recheckConnection);
addEventListener('online', recheckConnection);

export const isReachable = (): boolean => reachable;

/** Answers how to stop. */
export const onConnectionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useReachable = (): boolean => useSyncExternalStore(onConnectionChange, isReachable);
