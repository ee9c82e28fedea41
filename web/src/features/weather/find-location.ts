import type { Body } from '@skyshelf/contracts/browser';

/** For the browser to find out where it is. */
const TIMEOUT_MS = 20_000;
/** It may know that already. */
const KNOWN_FOR_MS = 900_000;

/** Whether this page may ask where the browser is: it asks the user at `prompt`. */
export async function placePermission(): Promise<PermissionState> {
  if (!('geolocation' in navigator)) return 'denied';
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  return permission?.state ?? 'prompt';
}

/**
 * Where the browser is; null when the user refuses to say.
 * @throws {GeolocationPositionError} when it can't find out
 */
export const findLocation = (): Promise<Body<'readWeather'> | null> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      (failure) => (failure.code === 1 ? resolve(null) : reject(failure)),
      { timeout: TIMEOUT_MS, maximumAge: KNOWN_FOR_MS },
    );
  });
