import { PROGRAMS, type ProgramName } from './programs.js';
import { runTool } from './run-tool.js';
import { needToolchain } from './toolchains.js';

/** Into the folder alone: run it with that as PYTHONPATH. */
export async function makePythonProgram(name: ProgramName, folder: string): Promise<void> {
  const command = await needToolchain('python');
  const words = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', folder];
  await runTool(command, [...words, `${name}==${PROGRAMS[name].version}`], { cwd: folder });
}
