import { PROGRAMS, type ProgramName } from './programs.js';
import { runTool } from './run-tool.js';
import { needToolchain } from './toolchains.js';

/** Installs a program with all that it needs into the folder alone: to be run with that as PYTHONPATH. */
export async function makePythonProgram(name: ProgramName, folder: string): Promise<void> {
  const command = await needToolchain('python');
  const words = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', folder];
  await runTool(command, [...words, `${name}==${PROGRAMS[name].version}`], { cwd: folder });
}
