import { controller } from './controller-template.mjs';
import { capital } from './names.mjs';

/** The files of a use case in a service without drives: a function over the service's ports, its test. */
export function plainFiles(service, names) {
  const context = { ...names, service: service.name, handle: capital(service.name) };
  return {
    [`src/${service.folder}/${names.file}.ts`]: useCase(context),
    [`src/${service.folder}/${names.file}.spec.ts`]: tests(context),
    [`src/http/${names.file}.controller.ts`]: controller(service, names),
  };
}

const useCase = ({
  pascal,
  camel,
  sentence,
  service,
  handle,
}) => `import type { Caller } from '@skyshelf/tokens';
import type { ${handle} } from './${service}.js';

export interface ${pascal} {
  id: string;
}

/** A user asks to ${sentence}. */
export async function ${camel}(
  // Name here the ports that it works with.
  _: Pick<${handle}, never>,
  _caller: Pick<Caller, 'drive' | 'sub'>,
  { id }: ${pascal},
): Promise<{ id: string }> {
  return { id };
}
`;

const tests = ({ file, camel, sentence }) => `import type { Caller } from '@skyshelf/tokens';
import { expect, it } from 'vitest';
import { ${camel} } from './${file}.js';

const alice = { sub: 'local|alice', drive: 'drive-of-alice' } as Caller;

it('${sentence}: answers what it was asked for', async () => {
  expect(await ${camel}({}, alice, { id: 'one' })).toEqual({ id: 'one' });
});
`;
