/**
 * This file records from which files each image of the product's version is made: images are the same twice
 * (docs/decisions/069), so one digest is one set of files. deploy/images/built.json keeps them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { SetupError } from '../../tools/setup/messages.mjs';

/**
 * @param known version → architecture → image → digest; other versions are forgotten
 * @param built name and digest of each image
 * @returns what is known then, and those that have another digest under the same version
 */
export function comparedImages(known, { version, arch, built }) {
  const before = known[version]?.[arch] ?? {};
  const others = built.filter(({ name, digest }) => before[name] !== undefined && before[name] !== digest);
  const added = Object.fromEntries(built.map(({ name, digest }) => [name, digest]));
  const images = Object.fromEntries(Object.entries({ ...added, ...before }).sort(byName));
  return { others, known: { [version]: { ...known[version], [arch]: images } } };
}

const byName = ([one], [other]) => (one < other ? -1 : 1);

/** @throws {SetupError} when an image is of other files than the one before of the same version */
export function keepDigests(file, images) {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { others, known: now } = comparedImages(known, images);
  if (others.length > 0) {
    const names = others.map(({ name, digest }) => `  ${name}: ${digest}`).join('\n');
    throw new SetupError(
      `These are of other files than those that were built as ${images.version} before:\n${names}\nTwo images of one version would go by one name. Raise it: npm run release -- patch. For tests on this machine: npm run images -- --draft`,
    );
  }
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
}
