import type { HealthCheck } from '@skyshelf/service';
import type { WeatherSource } from '../../application/read-weather.js';
import { sampleWeather } from '../../domain/samples.data.js';
import { visualCrossing, type VisualCrossingOptions } from './visual-crossing.js';

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

export const weatherCheck = ({ isSample }: WeatherSource): HealthCheck => ({
  name: 'weather',
  check: async () => ({ status: 'ok', ...(isSample && { hint: SAMPLE }) }),
});
