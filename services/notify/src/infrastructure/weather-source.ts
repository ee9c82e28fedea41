import { currentConditions, type CurrentConditions } from '@skyshelf/contracts';
import { askProvider, guardedGet, readAnswer } from '@skyshelf/outbound';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { HealthCheck } from '@skyshelf/service';
import type { WeatherSource } from '../application/read-weather.js';
import { sampleWeather } from '../domain/samples.data.js';

/** Source: https://www.visualcrossing.com/resources/documentation/weather-api/timeline-weather-api/ */
const TIMELINE = 'https://weather.visualcrossing.com/VisualCrossingWebServices/rest/services/timeline';
const KEPT_MS = 900_000;
const MOST_PLACES = 2000;
const TIMEOUT_MS = 8000;
const MOST_BYTES = 256 * 1024;

const answer = z.object({ currentConditions });

interface VisualCrossingOptions {
  /** Read each time. */
  key(): string;
  now(): number;
  /** Default: the provider's. */
  timeline?: string | undefined;
  trusted: ReadonlySet<string>;
}

/** Each place once in 15 minutes, only in memory. */
function visualCrossing({ key, now, timeline = TIMELINE, trusted }: VisualCrossingOptions): WeatherSource {
  const places = new LRUCache<string, { until: number; weather: Promise<CurrentConditions> }>({
    max: MOST_PLACES,
  });
  const ask = async (place: string): Promise<CurrentConditions> => {
    const query = new URLSearchParams({
      unitGroup: 'metric',
      include: 'current',
      contentType: 'json',
      key: key(),
    });
    const get = (address: string) =>
      guardedGet(address, { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, trusted });
    const response = await askProvider(get, `${timeline}/${place}/today?${query.toString()}`);
    return readAnswer(response, answer).currentConditions;
  };
  return {
    isSample: false,
    at: ({ latitude, longitude }) => {
      const place = `${latitude},${longitude}`;
      const known = places.get(place);
      if (known && known.until > now()) return known.weather;
      const weather = ask(place);
      places.set(place, { until: now() + KEPT_MS, weather });
      weather.catch(() => places.delete(place));
      return weather;
    },
  };
}

/** Visual Crossing, or constant weather without a key. */
export const openWeather = ({
  key,
  ...options
}: Omit<VisualCrossingOptions, 'key'> & { key(): string | undefined }): WeatherSource => {
  const first = key();
  if (first === undefined) return { isSample: true, at: async () => sampleWeather };
  return visualCrossing({ ...options, key: () => key() ?? first });
};

const SAMPLE = 'The weather is a sample, the same everywhere: set WEATHER_KEY, see docs/outside-parties.md.';

export const weatherCheck = ({ isSample }: Pick<WeatherSource, 'isSample'>): HealthCheck => ({
  name: 'weather',
  check: async () => ({ status: 'ok', ...(isSample && { hint: SAMPLE }) }),
});
