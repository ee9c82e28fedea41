import { spawn, type ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Finds x.ts for x.js, as the compiler does; Node itself turns the types away. */
const hooks = `
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => next(context.parentURL?.endsWith('.ts') && name.startsWith('.') ? name.replace(/\\.js$/, '.ts') : name, context) });
`;

/**
 * Runs a source file of the workspace in a process of its own, without a build. Standard output is the
 * caller's to read. @param flags of Node itself
 */
export function runSource(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
): ChildProcess {
  const hook = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const options = [
    '--experimental-transform-types',
    '--disable-warning=ExperimentalWarning',
    '--conditions=@skyshelf/source',
    ...flags,
  ];
  const all = [...options, '--import', hook, pathToFileURL(file).pathname, ...args];
  return spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
}
