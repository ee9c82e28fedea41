import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, withFolderLock } from '@skyshelf/host';
import { makeCollector, makeGoProgram, makePythonProgram } from './make-programs.js';
import { makeKafka } from './make-kafka.js';
import { PROGRAMS, programFolder, type Program, type ProgramName, ProvisionError } from './programs.js';
import { needToolchain, type ToolchainName } from './toolchains.js';

export { ProvisionError, PROGRAM_NAMES, type ProgramName } from './programs.js';

type Progress = (line: string) => void;

/**
 * A server's executable, or a file in Kafka's folder. Fetched or built into the user's cache; of several
 * processes one works.
 * @param progress a line at the start, every 15 s and at the end
 * @throws {ProvisionError} when a toolchain is missing or fails, with what to do
 */
export async function provide(name: ProgramName, progress: Progress = () => {}): Promise<string> {
  const { file, version, seconds }: Program = PROGRAMS[name];
  const folder = programFolder(name);
  const path = join(folder, file);
  if (existsSync(path)) return path;
  const waiting = (pid: number) => progress(`waiting for process ${pid}, which is making ${name} ${version}`);
  await withFolderLock(
    `${folder}.lock`,
    async () => {
      if (existsSync(path)) return;
      await step(`making ${name} ${version} (about ${seconds} s on an idle machine)`, progress, () =>
        make(name, folder),
      );
    },
    waiting,
  );
  return path;
}

export const isProvided = (name: ProgramName): boolean =>
  existsSync(join(programFolder(name), PROGRAMS[name].file));

/** A missing toolchain; undefined when it can be made. Says nothing of the network. */
export async function provisionProblem(name: ProgramName): Promise<string | undefined> {
  const there = isProvided(name);
  try {
    if (name === 'kafka') await needToolchain('java');
    if (!there) await needToolchain(toolchainOf(name));
    return undefined;
  } catch (error) {
    if (error instanceof ProvisionError) return error.message;
    throw error;
  }
}

function toolchainOf(name: ProgramName): ToolchainName {
  if (name === 'kafka') return 'maven';
  return name === 'kubernetes-validate' ? 'python' : 'go';
}

/** In a temporary folder, then moved in one step. */
async function make(name: ProgramName, folder: string): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true });
  const draft = mkdtempSync(join(cacheFolder(), `making-${name}-`));
  try {
    if (name === 'kafka') await makeKafka(draft);
    else if (name === 'otelcol' || name === 'otelcol-chart') await makeCollector(name, draft);
    else if (name === 'kubernetes-validate') await makePythonProgram(name, draft);
    else await makeGoProgram(name, draft);
    mkdirSync(dirname(folder), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function step(title: string, progress: Progress, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  progress(title);
  const heartbeat = setInterval(() => progress(`still ${title}: ${seconds()}`), 15_000);
  try {
    await work();
    progress(`done in ${seconds()}`);
  } finally {
    clearInterval(heartbeat);
  }
}
