/** The files of a use case in a service without drives: a function, its test, a controller. */
export function plainFiles(service, names) {
  return {
    [`src/${service.folder}/${names.file}.ts`]: useCase(names),
    [`src/${service.folder}/${names.file}.spec.ts`]: tests(names),
    [`src/http/${names.file}.controller.ts`]: controller({ ...names, folder: service.folder }),
  };
}

const useCase = ({ pascal, camel, sentence }) => `import type { Caller } from '@skyshelf/tokens';

export interface ${pascal} {
  id: string;
}

/** A user asks to ${sentence}. What the use case works with comes in as its first argument. */
export async function ${camel}(_caller: Caller, { id }: ${pascal}): Promise<{ id: string }> {
  return { id };
}
`;

const tests = ({ file, camel, sentence }) => `import type { Caller } from '@skyshelf/tokens';
import { expect, it } from 'vitest';
import { ${camel} } from './${file}.js';

const alice = { sub: 'local|alice', drive: 'drive-of-alice' } as Caller;

it('${sentence}: answers what it was asked for', async () => {
  expect(await ${camel}(alice, { id: 'one' })).toEqual({ id: 'one' });
});
`;

const controller = ({ file, pascal, camel, folder }) => `import { Body, Controller } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import { ${camel} } from '../${folder}/${file}.js';

@Controller()
export class ${pascal}Controller {
  @Route(routes.${camel})
  async run(
    @Body() body: BodyOf<typeof routes.${camel}>,
    @CurrentUser() user: Caller,
  ): Promise<AnswerOf<typeof routes.${camel}>> {
    return { docs: await ${camel}(user, body) };
  }
}
`;
