/** The product's version: where it stands, and how it is raised. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../setup/messages.mjs';

export const PARTS = ['patch', 'minor', 'major'];
const RENDERED = 'deploy/helm/skyshelf/examples/rendered';
const NEXT = '## Next\n';

/** The files with the version, and the words around it. */
const PLACES = {
  'package.json': [['"version": "', '"']],
  'package-lock.json': [['"version": "', '"']],
  'deploy/helm/skyshelf/Chart.yaml': [
    ['\nversion: ', '\n'],
    ['appVersion: "', '"'],
  ],
  'libs/contracts/src/rules/product-version.ts': [["PRODUCT_VERSION: string = '", "'"]],
};

export const versionOf = (root) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** @param part `patch`, `minor` or `major` */
export function nextVersion(version, part) {
  const [major, minor, patch] = version.split('.').map(Number);
  return {
    patch: `${major}.${minor}.${patch + 1}`,
    minor: `${major}.${minor + 1}.0`,
    major: `${major + 1}.0.0`,
  }[part];
}

/** @returns what does not say the version that package.json does */
export function otherVersions(root) {
  const version = versionOf(root);
  const wrong = Object.entries(PLACES).flatMap(([file, places]) => {
    const text = readFileSync(join(root, file), 'utf8');
    return places.flatMap(([before, after]) => (text.includes(`${before}${version}${after}`) ? [] : [file]));
  });
  const heads = { 'CHANGELOG.md': `\n## ${version} (`, 'UPGRADING.md': `\n## To ${version}\n` };
  const untold = Object.entries(heads).filter(([file, head]) => {
    const text = readFileSync(join(root, file), 'utf8');
    return text.indexOf('\n## ', text.indexOf(NEXT) + NEXT.length) !== text.indexOf(head);
  });
  return [...wrong, ...untold.map(([file]) => file)];
}

/**
 * Writes the next version wherever the version stands.
 * @returns it
 * @throws {SetupError} when nothing was said of what has changed
 */
export function raiseVersion(root, part, today) {
  const old = versionOf(root);
  const version = nextVersion(old, part);
  const change = (file, edit) => {
    const path = join(root, file);
    return [path, edit(readFileSync(path, 'utf8'))];
  };
  const written = [
    change('CHANGELOG.md', (text) =>
      named(text, `## ${version} (${today.toISOString().slice(0, 10)})\n`, 'CHANGELOG.md'),
    ),
    change('UPGRADING.md', (text) => named(text, `## To ${version}\n`, 'UPGRADING.md')),
    ...Object.entries(PLACES).map(([file, places]) =>
      change(file, (text) =>
        places.reduce((now, [before, after]) => raised(now, { before, after, old, version, file }), text),
      ),
    ),
    ...readdirSync(join(root, RENDERED)).map((name) =>
      change(join(RENDERED, name), (text) => inRendered(text, old, version)),
    ),
    [join(root, 'deploy/images/built.json'), '{}\n'],
  ];
  for (const [path, text] of written) writeFileSync(path, text);
  return version;
}

/** Moves the text below "Next" under the version; a new "Next" is above it. */
function named(text, head, file) {
  const at = text.indexOf(NEXT);
  if (at < 0) throw new SetupError(`${file} lacks "${NEXT.trim()}".`);
  const said = text
    .slice(at + NEXT.length)
    .split('\n## ', 1)[0]
    .trim();
  if (said === '')
    throw new SetupError(`${file} says nothing below "${NEXT.trim()}": write what this version changes.`);
  return text.replace(NEXT, `${NEXT}\n${head}`);
}

/** Only the first: in the lock file packages come after the product, which stands there twice. */
function raised(text, { before, after, old, version, file }) {
  const from = `${before}${old}${after}`;
  const to = `${before}${version}${after}`;
  if (!text.includes(from)) throw new SetupError(`${file} does not say ${from.trim()}.`);
  const once = text.replace(from, to);
  return file === 'package-lock.json' ? once.replace(from, to) : once;
}

/** Edits them like `npm run chart -- examples --write`, without its programs. */
const inRendered = (text, old, version) =>
  text
    .replaceAll(`app.kubernetes.io/version: "${old}"`, `app.kubernetes.io/version: "${version}"`)
    .replaceAll(`helm.sh/chart: skyshelf-${old}`, `helm.sh/chart: skyshelf-${version}`)
    .replaceAll(
      new RegExp(`(image: \\S*skyshelf-[a-z-]+):${old.replaceAll('.', '\\.')}$`, 'gm'),
      `$1:${version}`,
    );
