import { existsSync } from 'node:fs';
import { SetupError, step } from './messages.mjs';
import { installLine, installSystemPackages, onPath } from './package-manager.mjs';

const isHere = (name) => (name.startsWith('/') ? existsSync(name) : onPath([name, `../sbin/${name}`]));

/**
 * Programs that only Debian's packages are known for: names, or paths, with their packages.
 * @param need begins what is said where they can't be had, as `Images are put together by`
 * @throws {SetupError} with what to type
 */
export async function provideDebianPrograms(programs, need) {
  const missing = () => Object.entries(programs).filter(([name]) => !isHere(name));
  const packages = { apt: missing().map(([, name]) => name) };
  if (packages.apt.length === 0) return;
  await step(`Installing ${packages.apt.join(', ')}`, () => installSystemPackages(packages));
  const left = missing().map(([name]) => name);
  if (left.length > 0)
    throw new SetupError(`${need} ${left.join(', ')}: ${installLine(packages) ?? 'on a Debian 12 or newer'}`);
}
