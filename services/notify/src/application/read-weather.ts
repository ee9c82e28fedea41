import { DomainError, type CurrentConditions } from '@skyshelf/contracts';

/** Unit: degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

export interface WeatherSource {
  isSample: boolean;
  /** @throws Error without a usable answer */
  at(place: Place): Promise<CurrentConditions>;
}

const tenth = (degrees: number): number => Math.round(degrees * 10) / 10;

/**
 * Rounded to a tenth of a degree (10 km) for privacy.
 * @throws DomainError `weather.unknown`
 */
export async function readWeather(
  weather: WeatherSource,
  { latitude, longitude }: Place,
): Promise<{ currentConditions: CurrentConditions; sample: boolean }> {
  const place = { latitude: tenth(latitude), longitude: tenth(longitude) };
  const currentConditions = await weather.at(place).catch((cause: unknown) => {
    throw new DomainError('weather.unknown', { cause });
  });
  return { currentConditions, sample: weather.isSample };
}
