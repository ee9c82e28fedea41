import { Body, Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import { recordPageSpans } from '../application/record-page-spans.js';
import { GATEWAY_RUNTIME, type GatewayRuntime } from '../gateway.runtime.js';

@Controller()
export class TraceController {
  constructor(@Inject(GATEWAY_RUNTIME) private readonly runtime: GatewayRuntime) {}

  @Route(routes.reportSpans)
  reportSpans(@Body() { spans }: BodyOf<typeof routes.reportSpans>): AnswerOf<typeof routes.reportSpans> {
    return { recorded: recordPageSpans(spans, this.runtime.clock.now()) };
  }
}
