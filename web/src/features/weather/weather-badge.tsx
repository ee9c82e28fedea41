import {
  IconCloud,
  IconCloudFog,
  IconCloudRain,
  IconCloudSnow,
  IconCloudStorm,
  IconMapPin,
  IconMoon,
  IconSun,
  IconWind,
} from '@tabler/icons-react';
import type { Answer, Body } from '@skyshelf/contracts/browser';
import { useCallback, useEffect, useState } from 'react';
import { callApi } from '../../shared/api/call-api.js';
import { headerTexts as text } from '../../shared/messages/header-texts.js';
import { logError } from '../../shared/log-error.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import css from './weather-badge.module.css';

const TIMEOUT_MS = 20_000;
/** It may know that already. */
const KNOWN_FOR_MS = 900_000;

async function locationPermission(): Promise<PermissionState> {
  if (!('geolocation' in navigator)) return 'denied';
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  return permission?.state ?? 'prompt';
}

/**
 * Null when refused.
 * @throws {GeolocationPositionError}
 */
const findLocation = (): Promise<Body<'readWeather'> | null> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      (failure) => (failure.code === 1 ? resolve(null) : reject(failure)),
      { timeout: TIMEOUT_MS, maximumAge: KNOWN_FOR_MS },
    );
  });

/** The first whose word is in the provider's name, e.g. `showers-night`. */
const icons = [
  ...([
    ['thunder', IconCloudStorm],
    ['snow', IconCloudSnow],
    ['hail', IconCloudSnow],
  ] as const),
  ...([
    ['sleet', IconCloudSnow],
    ['rain', IconCloudRain],
    ['showers', IconCloudRain],
  ] as const),
  ...([
    ['fog', IconCloudFog],
    ['wind', IconWind],
    ['clear-night', IconMoon],
    ['clear', IconSun],
  ] as const),
] as const;

const weatherIcon = (name: string): typeof IconCloud =>
  icons.find(([word]) => name.includes(word))?.[1] ?? IconCloud;

type Weather = Answer<'readWeather'>['currentConditions'];
/** `refused`: nothing is shown or asked again. */
type Shown = Weather | 'offered' | 'asking' | 'refused';

/** Asks for the position on a click, or at once where the browser has the permission. */
export const WeatherBadge = ({ className }: { className: string | undefined }) => {
  const dispatch = useAppDispatch();
  const [shown, setShown] = useState<Shown>('refused');
  const show = useCallback(async (): Promise<void> => {
    setShown('asking');
    const place = await findLocation();
    if (!place) return setShown('refused');
    setShown((await callApi('readWeather', { body: place })).currentConditions);
  }, []);
  useEffect(() => {
    const begin = async (): Promise<void> => {
      const permission = await locationPermission();
      if (permission === 'granted') await show();
      else setShown(permission === 'prompt' ? 'offered' : 'refused');
    };
    begin().catch(() => setShown('offered'));
  }, [show]);
  if (shown === 'refused') return null;
  if (typeof shown === 'object') return <Badge {...shown} />;
  const ask = (): void => {
    show().catch((failure: unknown) => {
      logError('The weather could not be shown', failure);
      dispatch(toast.error(text.weatherFailed));
      setShown('offered');
    });
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={text.showWeather}
      aria-busy={shown === 'asking'}
      onClick={() => {
        if (shown === 'offered') ask();
      }}
    >
      <IconMapPin size={20} aria-hidden />
    </button>
  );
};

const Badge = ({ icon, conditions, temp, feelslike }: Weather) => {
  const Icon = weatherIcon(icon);
  return (
    <div
      className={css.badge}
      role="group"
      aria-label={text.weather}
      title={`${conditions}, ${text.feelsLike(feelslike)}`}
    >
      <Icon size={20} aria-hidden />
      <span className={css.degrees}>{text.degrees(temp)}</span>
      <span className={css.more}>
        <span>{conditions}</span>
        <span>{text.feelsLike(feelslike)}</span>
      </span>
    </div>
  );
};
