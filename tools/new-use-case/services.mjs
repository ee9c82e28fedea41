import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup/paths.mjs';

/**
 * How use cases look in each service. Those with a drive's stream decide over a slice of it; in the others a use case
 * is a function of its own.
 */
const DRIVES = {
  catalog: { folder: 'application/commands', missing: 'element.not-found', hasSubject: true },
  billing: { folder: 'application', missing: 'input.invalid', hasSubject: false },
};
const SERVICES = readdirSync(join(ROOT, 'services')).toSorted();

/** Where a service's use cases lie and which form they have. */
export function serviceNamed(name) {
  if (!SERVICES.includes(name)) {
    throw new Error(`--service is one of ${SERVICES.join(', ')}; ${name ?? 'nothing'} was given.`);
  }
  const drive = DRIVES[name];
  return { name, folder: drive?.folder ?? 'application', drive };
}
