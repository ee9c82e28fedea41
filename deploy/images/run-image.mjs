import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runCommand } from '../../tools/setup/run-command.mjs';
import { USER } from './image-list.mjs';
import { mustRun } from './must-run.mjs';

const PRIVATE = ['pid', 'mount', 'ipc', 'uts', 'network'];
const MOUNTS = [
  { destination: '/proc', type: 'proc', source: 'proc' },
  { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
  { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: ['nosuid', 'nodev', 'mode=1777'] },
  { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
];

/**
 * An image's files in a folder, to be looked at and to be run as a pod would run them: read-only, no rights,
 * a /tmp of its own, no network.
 */
export class UnpackedImage {
  static async of(layout, name) {
    const folder = mkdtempSync(join(tmpdir(), 'skyshelf-image-'));
    await mustRun('umoci', ['unpack', '--image', `${layout}:${name}`, join(folder, 'bundle')]);
    return new UnpackedImage(folder);
  }

  constructor(folder) {
    this.folder = folder;
    this.bundle = join(folder, 'bundle');
    this.root = join(this.bundle, 'rootfs');
    this.process = JSON.parse(readFileSync(join(this.bundle, 'config.json'), 'utf8')).process;
  }

  /**
   * Runs a command in the image, or what the image starts.
   * @param options `shown`: folders in the image, and those of this machine that are seen there
   * @returns exit code and output
   */
  async run(args = this.process.args, { timeoutMs = 120_000, shown = {} } = {}) {
    const { env, cwd } = this.process;
    const spec = {
      ociVersion: '1.0.2',
      process: {
        args,
        env,
        cwd,
        user: { uid: USER, gid: USER },
        noNewPrivileges: true,
        terminal: false,
        capabilities: { bounding: [], effective: [], permitted: [] },
      },
      root: { path: 'rootfs', readonly: true },
      mounts: [
        ...MOUNTS,
        ...Object.entries(shown).map(([destination, source]) => ({
          destination,
          source,
          type: 'bind',
          options: ['bind', 'ro', 'nosuid', 'nodev'],
        })),
      ],
      linux: { namespaces: PRIVATE.map((type) => ({ type })) },
    };
    writeFileSync(join(this.bundle, 'config.json'), JSON.stringify(spec));
    const state = join(this.folder, 'state');
    mkdirSync(state, { recursive: true });
    const id = basename(this.folder);
    try {
      return await runCommand('runc', ['--root', state, 'run', '--bundle', this.bundle, id], { timeoutMs });
    } finally {
      await runCommand('runc', ['--root', state, 'delete', '--force', id]);
    }
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
