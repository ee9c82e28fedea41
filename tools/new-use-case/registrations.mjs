/** What must be said in files that are there already: the route in the contracts, the controller in the module. */

/** @returns changes: a path below the root, and what becomes of its text */
export function registrations(service, names) {
  return {
    [`libs/contracts/src/api/${service.name}-routes.ts`]: (text) =>
      `${text.trimEnd()}\n\n${route(service, names)}`,
    'libs/contracts/src/api/routes.ts': (text) =>
      inserted(
        text,
        /^\} as const satisfies Record<string, RouteContract>;/m,
        `  ${names.camel}: ${service.name}.${names.camel},\n`,
      ),
    [`services/${service.name}/src/${service.name}.module.ts`]: (text) => withController(text, names),
  };
}

const route = (service, { camel, file, sentence }) => `export const ${camel} = defineRoute({
  name: '${camel}',
  method: 'POST',
  path: '/api/${file}/',
  service: '${service.name}',
  access: 'user',
  rate: 'command',${service.drive ? '\n  command: true,' : ''}
  summary: 'To ${sentence}: say here what it does and what it refuses.',
  body: z.strictObject({ id: z.string().min(1).max(80) }),
  answer: z.object({ docs: z.object({ id: z.string() }) }),
});
`;

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
