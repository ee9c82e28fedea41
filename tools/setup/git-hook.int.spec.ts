import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SmallClone } from '../testing/small-clone.js';

let clone: SmallClone;
beforeEach(() => {
  clone = new SmallClone();
  clone.addCommand('git', 'exec /usr/bin/git "$@"');
});
afterEach(() => clone.remove());

const git = (...words: string[]) =>
  execFileSync('/usr/bin/git', words, { cwd: clone.root, env: clone.env, encoding: 'utf8', stdio: 'pipe' });
const commit = (title: string) =>
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--allow-empty', '-m', title);
const hook = () => join(clone.root, '.git/hooks/commit-msg');
const install = async () =>
  expect(
    await clone.run(['-e', "import('./tools/setup/git-hook.mjs').then((hook) => hook.installGitHook())"]),
  ).toMatchObject({ code: 0, output: '' });

it('refuses a title that begins with another word, and takes one that begins with a verb of the list', async () => {
  git('init', '-q');
  await install();
  expect(() => commit('Keep the order')).toThrow('begins with none of Add, Fix');
  commit('Fix the order');
  expect(git('log', '--format=%s')).toBe('Fix the order\n');
});

it('leaves a hook that a person has', async () => {
  git('init', '-q');
  clone.write('.git/hooks/commit-msg', 'mine');
  await install();
  expect(readFileSync(hook(), 'utf8')).toBe('mine');
});

it('leaves a folder of hooks that a person has chosen', async () => {
  git('init', '-q');
  git('config', 'core.hooksPath', 'mine');
  await install();
  expect([existsSync(hook()), existsSync(join(clone.root, 'mine'))]).toEqual([false, false]);
});

it('does nothing where there is no repository', install);
