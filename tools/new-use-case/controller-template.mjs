import { capital } from './names.mjs';

/**
 * The controller of a use case: schema in, use case, answer out. A command on a drive's stream is told its
 * operation.
 */
export function controller(service, { file, pascal, camel }) {
  const handle = capital(service.name);
  const symbol = service.name.toUpperCase();
  const [operation, opId] = service.drive ? ['\n    @OperationId() opId: OpId,', ' opId,'] : ['', ''];
  return `import { Body, Controller, Inject } from '@nestjs/common';
import { routes${service.drive ? ', type OpId' : ''} } from '@skyshelf/contracts';
import { CurrentUser,${service.drive ? ' OperationId,' : ''} Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import { ${camel} } from '../${service.folder}/${file}.js';
import type { ${handle} } from '../application/${service.name}.js';
import { ${symbol} } from '../${service.name}.runtime.js';

@Controller()
export class ${pascal}Controller {
  constructor(@Inject(${symbol}) private readonly ${service.name}: ${handle}) {}

  @Route(routes.${camel})
  async run(
    @Body() body: BodyOf<typeof routes.${camel}>,
    @CurrentUser() user: Caller,${operation}
  ): Promise<AnswerOf<typeof routes.${camel}>> {
    return { docs: await ${camel}(this.${service.name}, user,${opId} body) };
  }
}
`;
}
