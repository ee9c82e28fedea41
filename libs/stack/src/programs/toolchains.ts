import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProvisionError } from './programs.js';

const run = promisify(execFile);

interface Toolchain {
  /** Best first; a bare name is looked up on PATH. */
  candidates(env: NodeJS.ProcessEnv): string[];
  versionArguments: string[];
  version: RegExp;
  oldest: number;
  advice: string;
}

const TOOLCHAINS = {
  java: {
    candidates: ({ JAVA_HOME }) => [...(JAVA_HOME ? [join(JAVA_HOME, 'bin', 'java')] : []), 'java'],
    versionArguments: ['-version'],
    version: /version "(\d+)/,
    oldest: 17,
    advice:
      'Kafka needs Java 17 or newer. Debian, Ubuntu: sudo apt-get install -y openjdk-17-jre-headless — Fedora: sudo dnf install java-21-openjdk-headless — macOS: brew install openjdk@21',
  },
  maven: {
    candidates: ({ MAVEN_HOME }) => [...(MAVEN_HOME ? [join(MAVEN_HOME, 'bin', 'mvn')] : []), 'mvn'],
    versionArguments: ['-version'],
    version: /Apache Maven (\d+)/,
    oldest: 3,
    advice:
      'Kafka is fetched by Maven 3. Debian, Ubuntu: sudo apt-get install -y maven — Fedora: sudo dnf install maven — macOS: brew install maven',
  },
  go: {
    candidates: ({ GOROOT }) => [
      ...(GOROOT ? [join(GOROOT, 'bin', 'go')] : []),
      'go',
      '/usr/local/go/bin/go',
    ],
    versionArguments: ['version'],
    version: /go1\.(\d+)/,
    // From 1.21 on, Go fetches the newer toolchain that a module needs.
    oldest: 21,
    advice:
      'The S3 stores, toxiproxy, k6, the OpenTelemetry Collector and what checks the chart are built by Go 1.21 or newer: https://go.dev/dl — Fedora: sudo dnf install golang — macOS: brew install go — Debian 13, Ubuntu 24.04: sudo apt-get install -y golang-go',
  },
  python: {
    candidates: () => ['python3'],
    versionArguments: ['-m', 'pip', '--version'],
    version: /pip (\d+)/,
    oldest: 20,
    advice:
      'kubernetes-validate is installed by pip for Python 3. Debian, Ubuntu: sudo apt-get install -y python3-pip — Fedora: sudo dnf install python3-pip',
  },
} as const satisfies Record<string, Toolchain>;

export type ToolchainName = keyof typeof TOOLCHAINS;

/** Is undefined unless one is new enough. */
export async function findToolchain(name: ToolchainName, env = process.env): Promise<string | undefined> {
  const toolchain: Toolchain = TOOLCHAINS[name];
  for (const candidate of toolchain.candidates(env)) {
    const version = await versionOf(candidate, toolchain);
    if (version >= toolchain.oldest) return candidate;
  }
  return undefined;
}

/** @throws {ProvisionError} with what to type, when it is missing or too old */
export async function needToolchain(name: ToolchainName, env = process.env): Promise<string> {
  const found = await findToolchain(name, env);
  if (found) return found;
  throw new ProvisionError(TOOLCHAINS[name].advice);
}

async function versionOf(command: string, { versionArguments, version }: Toolchain): Promise<number> {
  try {
    const { stdout, stderr } = await run(command, versionArguments, { timeout: 30_000 });
    return Number(version.exec(`${stdout}${stderr}`)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
