import { execFile, spawn } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAMS, type Program, type ProgramName, ProvisionError } from './programs.js';
import { needToolchain } from './toolchains.js';

const run = promisify(execFile);

/** Needs neither a C compiler nor version control. */
const GO_ENVIRONMENT = { CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' };

export async function makeGoProgram(name: ProgramName, folder: string): Promise<void> {
  const { go, file, version }: Program = PROGRAMS[name];
  if (!go) throw new Error(`${name} isn't built by go install`);
  const command = await needToolchain('go');
  if (go.replaces) return buildInPlace(command, `${go.module}@${version}`, go.replaces, join(folder, file));
  const tags = go.tags ? [`-tags=${go.tags}`] : [];
  await runTool(command, ['install', '-trimpath', '-ldflags=-s -w', ...tags, `${go.module}@${version}`], {
    cwd: folder,
    env: { ...GO_ENVIRONMENT, GOBIN: folder },
  });
  if (go.builds !== file) renameSync(join(folder, go.builds), join(folder, file));
}

/** `go install` refuses a go.mod with replacements: it must be the main module. */
async function buildInPlace(go: string, module: string, main: string, file: string): Promise<void> {
  const { stdout } = await run(go, ['mod', 'download', '-json', module], { cwd: tmpdir() });
  const { Dir: cwd } = JSON.parse(stdout) as { Dir: string };
  await runTool(go, ['build', '-trimpath', '-ldflags=-s -w', '-o', file, main], { cwd, env: GO_ENVIRONMENT });
}

/** Builds a collector of only the parts that are used, by the project's own builder. */
export async function makeCollector(name: 'otelcol' | 'otelcol-chart', folder: string): Promise<void> {
  const { version, file, parts } = PROGRAMS[name];
  const command = await needToolchain('go');
  const settings = join(folder, 'builder.yaml');
  const sources = join(folder, 'sources');
  writeFileSync(settings, builderSettings({ version, name: file, output: sources, parts }));
  await runTool(
    command,
    ['run', `go.opentelemetry.io/collector/cmd/builder@${version}`, '--config', settings],
    { cwd: folder, env: GO_ENVIRONMENT },
  );
  renameSync(join(sources, file), join(folder, file));
  rmSync(sources, { recursive: true });
}

interface Collector {
  version: string;
  name: string;
  output: string;
  parts: NonNullable<Program['parts']>;
}

function builderSettings({ version, name, output, parts }: Collector): string {
  const moduleOf = (part: string) =>
    part.startsWith('core/')
      ? part.replace('core', 'go.opentelemetry.io/collector')
      : `github.com/open-telemetry/opentelemetry-collector-contrib/${part}`;
  const listed = Object.entries(parts).map(([kind, some]) => [
    kind,
    some.map((part) => ({ gomod: `${moduleOf(part)} ${version}` })),
  ]);
  // JSON is YAML.
  return JSON.stringify({ dist: { name, output_path: output }, ...Object.fromEntries(listed) }, null, 1);
}

/** Installs into the folder alone: run it with that as PYTHONPATH. */
export async function makePythonProgram(name: ProgramName, folder: string): Promise<void> {
  const command = await needToolchain('python');
  const words = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', folder];
  await runTool(command, [...words, `${name}==${PROGRAMS[name].version}`], { cwd: folder });
}

const LIMIT_MS = 30 * 60_000;

/** @throws {ProvisionError} with the end of its output when it fails */
export function runTool(
  command: string,
  args: readonly string[],
  { cwd, env = {}, limitMs = LIMIT_MS }: { cwd: string; env?: Record<string, string>; limitMs?: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const timer = setTimeout(() => child.kill('SIGTERM'), limitMs);
    let output = '';
    const collect = (chunk: Buffer) => (output = (output + chunk.toString('utf8')).slice(-8_000));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const fail = (reason: string) =>
      reject(new ProvisionError(`${[command, ...args].join(' ')} has failed (${reason}):\n${output.trim()}`));
    child.once('error', (error) => {
      clearTimeout(timer);
      fail(error.message);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else fail(signal ?? `exit code ${code}`);
    });
  });
}
