import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../libs/host/binary/find-mongod.mjs';
import { withFolderLock } from '../../libs/host/lock/folder-lock.mjs';
import { runTool } from '../../libs/stack/dist/programs/make-programs.js';
import { needToolchain } from '../../libs/stack/dist/programs/toolchains.js';
import { say, step } from '../../tools/setup/messages.mjs';
import { moduleFolder } from './go-module.mjs';
import { words } from '../../tools/setup/words.mjs';

const KUBERNETES = '1.36.3';
const CONTAINERD = '2.4.2';
/** The time allows for a machine that does much else. */
const LIMIT_MS = 3 * 3600_000;

/**
 * Programs by the modules that they are built from, which `deploy/kube` pins; `goModule`: as it is, with what
 * it pins itself (go-module.mjs).
 */
export const BUILDS = {
  kubernetes: {
    version: KUBERNETES,
    module: 'cluster',
    minutes: 19,
    stamp: `k8s.io/component-base/version.gitVersion=v${KUBERNETES}`,
    packages: {
      etcd: 'go.etcd.io/etcd/server/v3',
      'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
      'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
      'kube-scheduler': 'k8s.io/kubernetes/cmd/kube-scheduler',
      kubelet: 'k8s.io/kubernetes/cmd/kubelet',
      'kube-proxy': 'k8s.io/kubernetes/cmd/kube-proxy',
      kubectl: 'k8s.io/kubernetes/cmd/kubectl',
    },
  },
  containerd: {
    version: CONTAINERD,
    module: 'node',
    minutes: 3,
    stamp: `github.com/containerd/containerd/v2/version.Version=v${CONTAINERD}`,
    packages: {
      containerd: 'github.com/containerd/containerd/v2/cmd/containerd',
      'containerd-shim-runc-v2': 'github.com/containerd/containerd/v2/cmd/containerd-shim-runc-v2',
      ctr: 'github.com/containerd/containerd/v2/cmd/ctr',
    },
  },
  coredns: {
    version: '1.15.0',
    module: 'dns',
    minutes: 4,
    stamp: 'github.com/coredns/coredns/coremain.GitCommit=pinned',
    packages: { coredns: '.' },
  },
  kwok: {
    version: '0.8.0',
    module: 'fake-nodes',
    minutes: 4,
    stamp: 'sigs.k8s.io/kwok/pkg/consts.Version=v0.8.0',
    packages: { kwok: 'sigs.k8s.io/kwok/cmd/kwok' },
  },
  keda: {
    version: '2.21.0',
    goModule: 'keda',
    minutes: 25,
    stamp: 'github.com/kedacore/keda/v2/version.Version=2.21.0',
    packages: { 'keda-operator': './cmd/operator', 'keda-adapter': './cmd/adapter' },
  },
  pause: { version: '1', module: 'pause', minutes: 0.1, stamp: 'main.version=1', packages: { pause: '.' } },
};

export const CONTROL_PLANE = ['kubernetes'];
export const NODE = ['containerd', 'coredns', 'pause'];
export const FAKE_NODES = ['kwok'];
export const SCALERS = ['keda'];

const folderOf = (build) => join(cacheFolder(), `${build}-${BUILDS[build].version}`);

/** Finds the path of a built program. */
export function programPath(program) {
  const build = Object.keys(BUILDS).find((name) => BUILDS[name].packages[program]);
  return join(folderOf(build), program);
}

/** Lists these builds that are not on this machine yet. */
export const missingBuilds = (builds) => builds.filter((name) => !existsSync(folderOf(name)));

export const containerdFolder = () => folderOf('containerd');

/**
 * Builds programs into the user's cache, once: a folder of them is there as a whole, or not at all.
 * @throws {ProvisionError} when Go is missing or a build fails
 */
export async function providePrograms(builds) {
  for (const name of builds) {
    const folder = folderOf(name);
    if (existsSync(folder)) continue;
    const waiting = (pid) => say(`waiting for process ${pid}, which is building ${name}`);
    await withFolderLock(`${folder}.lock`, () => existsSync(folder) || build(name, folder), waiting);
  }
}

async function build(name, folder) {
  const { version, module, goModule, minutes, stamp, packages } = BUILDS[name];
  const go = await needToolchain('go');
  const flags = `-ldflags=-s -w -X ${stamp}`;
  mkdirSync(cacheFolder(), { recursive: true });
  const draft = mkdtempSync(join(cacheFolder(), `making-${name}-`));
  try {
    if (module) cpSync(join(import.meta.dirname, module), join(draft, 'module'), { recursive: true });
    const cwd = goModule ? await moduleFolder(goModule) : join(draft, 'module');
    await step(`Building ${name} ${version} (about ${minutes} minutes on an idle core)`, async () => {
      for (const [program, package_] of Object.entries(packages))
        await runTool(
          'nice',
          words`-n 15 ${go} build -p 1 -trimpath ${flags} -o ${draft}/${program} ${package_}`,
          {
            cwd,
            env: { CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' },
            limitMs: LIMIT_MS,
          },
        );
    });
    rmSync(join(draft, 'module'), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
