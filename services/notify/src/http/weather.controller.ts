import { Body, Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Notify } from '../application/notify.js';
import { readWeather } from '../application/read-weather.js';
import { NOTIFY } from '../notify.runtime.js';

@Controller()
export class WeatherController {
  constructor(@Inject(NOTIFY) private readonly notify: Notify) {}

  @Route(routes.readWeather)
  read(@Body() place: BodyOf<typeof routes.readWeather>): Promise<AnswerOf<typeof routes.readWeather>> {
    return readWeather(this.notify.weather, place);
  }
}
