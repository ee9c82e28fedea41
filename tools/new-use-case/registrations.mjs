/** These changes register a use case in existing files: the route in the contracts, the controller in the module. */

/** @returns changes: a path below the root, and what becomes of its text */
export function registrations(service, names) {
  return {
    'libs/contracts/src/api/routes.ts': (text) => withRoutes(text, service, names),
    [`services/${service.name}/src/${service.name}.module.ts`]: (text) => withController(text, names),
  };
}

/** The file of the call's contract, below the root. */
export const contractFile = (service, { file }) => `libs/contracts/src/api/${service.name}/${file}.ts`;

/** The contract of the call, next to those of the service's other controllers. */
export const contract = (service, { camel, file, sentence }) => `import { z } from 'zod';
import { defineRoutes } from '../route.js';

export const ${camel}Calls = defineRoutes(
  { service: '${service.name}', access: 'user', rate: 'command'${service.drive ? ', command: true' : ''} },
  {
    ${camel}: {
      method: 'POST',
      path: '/api/${file}/',
      summary: 'To ${sentence}: say here what it does.',
      refuses: [${service.drive ? `'${service.drive.missing}'` : ''}],
      body: z.strictObject({ id: z.string().min(1).max(80) }),
      answer: z.object({ docs: z.object({ id: z.string() }) }),
    },
  },
);
`;

function withRoutes(text, service, { camel, file }) {
  const listed = inserted(
    text,
    /^\} as const satisfies Record<string, RouteContract>;/m,
    `  ...${camel}Calls,\n`,
  );
  return inserted(listed, /^import /m, `import { ${camel}Calls } from './${service.name}/${file}.js';\n`);
}

function withController(text, { pascal, file }) {
  const listed = inserted(text, /(?<=\bcontrollers(?:: | = )\[)/, `${pascal}Controller, `);
  return inserted(
    listed,
    /^import .* from '\.\/(?!application)/m,
    `import { ${pascal}Controller } from './http/${file}.controller.js';\n`,
  );
}

function inserted(text, before, addition) {
  const at = text.search(before);
  if (at < 0)
    throw new Error(
      `The place for \`${addition.trim()}\` was not found; the file has another form than expected.`,
    );
  return text.slice(0, at) + addition + text.slice(at);
}
