import { z } from 'zod';
import { defineRoutes } from '../route.js';

/** Unit: degrees Celsius. */
export const currentConditions = z.object({
  /** The name is Visual Crossing's, e.g. `partly-cloudy-day`. */
  icon: z.string(),
  conditions: z.string(),
  temp: z.number(),
  feelslike: z.number(),
});
export type CurrentConditions = z.infer<typeof currentConditions>;

export const weather = defineRoutes(
  { service: 'notify', access: 'user', rate: 'read' },
  {
    readWeather: {
      method: 'POST',
      path: '/api/weather/',
      summary:
        'The weather at a place, which is rounded to a tenth of a degree. `sample`: no provider is set up here.',
      refuses: ['weather.unknown'],
      body: z.strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
      }),
      answer: z.object({ currentConditions, sample: z.boolean() }),
    },
  },
);
