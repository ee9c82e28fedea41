import { execFile } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAMS, type Program, type ProgramName } from './programs.js';
import { runTool } from './run-tool.js';
import { needToolchain } from './toolchains.js';

const run = promisify(execFile);

/** Needs neither a C compiler nor version control. */
const GO_ENVIRONMENT = { CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' };

/** `go install` of the pinned version. */
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
