/** What set-up says, always on stderr: the stdout of a command belongs to its result. */

/** Something a person must do; shown without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Announces a step, does it, and says how long it took. While it takes long, a line every 15 s shows that it lives.
 */
export async function step(title, work) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  say(`• ${title} …`);
  const heartbeat = setInterval(() => say(`  … still at it (${seconds()})`), 15_000);
  try {
    const result = await work();
    say(`  done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}

/** Asks a question on the terminal that is answered with yes or no; Enter means yes. */
export async function askYes(question) {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [Y/n] `);
    return /^\s*(y|yes)?\s*$/i.test(answer);
  } finally {
    terminal.close();
  }
}

/** True when a person sits at the terminal and can answer. */
export function hasTerminal() {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY && !process.env.CI);
}
