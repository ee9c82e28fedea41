/** The files of a command on a drive: rule, use case, tests, controller. */
import { controller } from './controller-template.mjs';
import { capital } from './names.mjs';

export function driveFiles(service, names) {
  const context = contextOf(service, names);
  return {
    [`src/domain/${names.file}.ts`]: rule(context),
    [`src/${service.folder}/${names.file}.ts`]: useCase(context),
    [`src/${service.folder}/${names.file}.spec.ts`]: service.drive.hasSubject
      ? scenarios(context)
      : ruleTests(context),
    [`src/http/${names.file}.controller.ts`]: controller(service, names),
  };
}

function contextOf(service, names) {
  const up = service.folder
    .split('/')
    .map(() => '..')
    .join('/');
  return {
    ...names,
    service: service.name,
    up,
    folder: service.folder,
    handle: capital(service.name),
    missing: service.drive.missing,
    handleFrom: service.folder === 'application' ? '.' : '..',
  };
}

const rule = ({
  pascal,
  sentence,
  service,
  handle,
  missing,
}) => `import { DomainError } from '@skyshelf/contracts';
import type { ${handle}Row } from './${service}-row.js';
import type { Decision } from './decision.js';

export interface ${pascal} {
  id: string;
}

/** The documents that the rule needs, read in the same transaction. */
export interface ${pascal}Slice {
  row: ${handle}Row | null;
}

/**
 * Decides whether to ${sentence}, and with which outcome.
 * @throws DomainError ${missing}
 */
export function decide${pascal}({ id }: ${pascal}, { row }: ${pascal}Slice): Decision<{ id: string }> {
  if (!row) throw new DomainError('${missing}', { field: 'id' });
  // Here comes the event, with every outcome in it. While there is none, the command changes nothing.
  return { event: null, answer: { id } };
}
`;

const useCase = ({
  file,
  pascal,
  camel,
  up,
  handle,
  service,
  missing,
  handleFrom,
}) => `import type { OpId } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { traceparentOf } from '@skyshelf/telemetry';
import { decide${pascal}, type ${pascal} } from '${up}/domain/${file}.js';
import type { ${handle} } from '${handleFrom}/${service}.js';

/** @throws DomainError ${missing} */
export const ${camel} = (
  { store }: ${handle},
  { drive, sub }: Pick<Caller, 'drive' | 'sub'>,
  opId: OpId,
  command: ${pascal},
): Promise<{ id: string }> =>
  store.withDrive(
    drive,
    opId,
    {
      name: '${file}',
      payload: command,
      read: async (reader) => ({ row: await reader.get(command.id) }),
      decide: (slice) => decide${pascal}(command, slice),
    },
    { actor: sub, trace: traceparentOf() },
  );
`;

const scenarios = ({ file, camel, sentence, missing }) => `import { scenario } from '@skyshelf/testing';
import { describe, it } from 'vitest';
import { catalogSubject, type Ask } from '../../../testing/catalog-subject.js';
import { aFolder } from '../../../testing/facts.js';
import { ${camel} } from './${file}.js';

const shelf = scenario(catalogSubject);
const ask =
  (id: string): Ask =>
  ({ catalog, account, opId }) =>
    ${camel}(catalog, account, opId(), { id });

describe('${sentence}', () => {
  it('needs an element that is there', () =>
    shelf.given().when(ask('nowhere')).thenRefused('${missing}', { field: 'id' }));

  it('changes nothing yet', () => shelf.given(aFolder('Photos')).when(ask('Photos')).thenNothing());
});
`;

const ruleTests = ({ file, pascal, sentence, up, missing }) => `import { describe, expect, it } from 'vitest';
import { decide${pascal} } from '${up}/domain/${file}.js';

describe('${sentence}', () => {
  it('needs a row that is there', () => {
    const refused = () => decide${pascal}({ id: 'nowhere' }, { row: null });
    expect(refused).toThrow(expect.objectContaining({ code: '${missing}' }));
  });
});
`;
