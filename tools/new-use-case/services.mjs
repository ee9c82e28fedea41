import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup/paths.mjs';

/**
 * Services whose use cases are commands on a drive's stream: they also decide over a slice of it. All are
 * functions over the service's ports.
 */
const DRIVES = {
  catalog: { folder: 'application/commands', missing: 'element.not-found', hasSubject: true },
  billing: { folder: 'application', missing: 'input.invalid', hasSubject: false },
};
const SERVICES = readdirSync(join(ROOT, 'services')).toSorted();

/** Finds the folder and the form of a service's use cases. */
export function serviceNamed(name) {
  if (!SERVICES.includes(name)) {
    throw new Error(`--service is one of ${SERVICES.join(', ')}; ${name ?? 'nothing'} was given.`);
  }
  const drive = DRIVES[name];
  return { name, folder: drive?.folder ?? 'application', drive };
}
