/**
 * `npm run release -- patch|minor|major`: raises the product's version wherever it stands, and gives what
 * CHANGELOG.md and UPGRADING.md say of the next one its number.
 */
import { execFileSync } from 'node:child_process';
import { SetupError, say } from './setup/messages.mjs';
import { ROOT } from './setup/paths.mjs';
import { PARTS, raiseVersion } from './release/raise-version.mjs';

try {
  const [part, ...others] = process.argv.slice(2);
  if (!PARTS.includes(part) || others.length > 0)
    throw new SetupError(`Say what is raised: npm run release -- ${PARTS.join('|')}`);
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  if (changed !== '')
    throw new SetupError(`Commit these first, a release is a commit of its own:\n${changed}`);
  const version = raiseVersion(ROOT, part, new Date());
  say(`This is ${version} now. What comes next:
  git commit -am "Release ${version}"
  npm run images            builds its images, and keeps their digests in deploy/images/built.json
  git commit -am "Keep the digests of ${version}" && git tag v${version}`);
} catch (error) {
  say(error instanceof SetupError ? error.message : error.stack);
  process.exitCode = 1;
}
