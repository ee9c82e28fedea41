import type { Body } from '@skyshelf/contracts/browser';

const TIMEOUT_MS = 20_000;
/** It may know that already. */
const KNOWN_FOR_MS = 900_000;

export async function locationPermission(): Promise<PermissionState> {
  if (!('geolocation' in navigator)) return 'denied';
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  return permission?.state ?? 'prompt';
}

/**
 * Null when refused.
 * @throws {GeolocationPositionError}
 */
export const findLocation = (): Promise<Body<'readWeather'> | null> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      (failure) => (failure.code === 1 ? resolve(null) : reject(failure)),
      { timeout: TIMEOUT_MS, maximumAge: KNOWN_FOR_MS },
    );
  });
