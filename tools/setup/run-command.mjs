import { spawn } from 'node:child_process';

/**
 * Runs a command to its end without a shell.
 * @param options `show` passes its output through to stderr; else it is only collected. `input` is what it reads
 * @returns the exit code (127 when there is no such command) and all output
 */
export function runCommand(command, args, { show = false, env = process.env, cwd, timeoutMs, input } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env,
      cwd,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    child.stdin?.on('error', () => {}).end(input);
    // Not spawn's own `timeout`: when there is no such command, that one keeps this process alive to its end.
    const timer = timeoutMs && setTimeout(() => child.kill('SIGTERM'), timeoutMs);
    const chunks = [];
    const collect = (chunk) => {
      chunks.push(chunk);
      if (show) process.stderr.write(chunk);
    };
    const output = () => Buffer.concat(chunks).toString('utf8').trim();
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const end = (result) => {
      clearTimeout(timer);
      resolve(result);
    };
    child.once('error', (error) => end({ code: 127, output: `${command}: ${error.message}` }));
    child.once('close', (code, signal) =>
      end({ code: code ?? 1, output: signal ? `${output()}\n(${signal})` : output() }),
    );
  });
}
