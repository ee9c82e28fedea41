import { SetupError, step } from '../setup/messages.mjs';
import { installLine, installSystemPackages, onPath } from '../setup/package-manager.mjs';

const TO_BUILD = { mmdebstrap: 'mmdebstrap', umoci: 'umoci', 'dpkg-deb': 'dpkg', tar: 'tar' };
const TO_CHECK = { runc: 'runc', faketime: 'faketime' };

/**
 * The programs that put images together, out of Debian's packages.
 * @throws {SetupError} with what to type where they can't be had
 */
export async function provideImageTools({ check }) {
  const missing = Object.entries({ ...TO_BUILD, ...(check && TO_CHECK) }).filter(([name]) => !onPath([name]));
  if (missing.length === 0) return;
  const packages = { apt: missing.map(([, name]) => name) };
  await step(`Installing ${packages.apt.join(', ')}`, () => installSystemPackages(packages));
  const left = missing.filter(([name]) => !onPath([name])).map(([name]) => name);
  if (left.length)
    throw new SetupError(
      `Images are put together by ${left.join(', ')}: ${installLine(packages) ?? 'on a Debian 12 or newer'}`,
    );
}
