import {
  IconCloud,
  IconCloudFog,
  IconCloudRain,
  IconCloudSnow,
  IconCloudStorm,
  IconMoon,
  IconSun,
  IconWind,
} from '@tabler/icons-react';

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

export const weatherIcon = (name: string): typeof IconCloud =>
  icons.find(([word]) => name.includes(word))?.[1] ?? IconCloud;
