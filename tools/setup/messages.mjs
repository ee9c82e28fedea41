/** These messages of set-up always go to stderr: the stdout of a command belongs to its result. */

/** Something a person must do; shown without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

const HEARTBEAT_MS = 10_000;

/**
 * Announces a step, does it, and says how long it took; a line every 10 s says how far it is. Each line names
 * the step, since several may go on at once.
 * @param progress answers how far it is, as `412 of 801`
 */
export async function step(title, work, progress = () => 'going on') {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  say(`• ${title} …`);
  const heartbeat = setInterval(() => say(`  ${title}: ${progress()}, ${seconds()}`), HEARTBEAT_MS);
  try {
    const result = await work();
    say(`✓ ${title}: ${seconds()}`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Waits for all of them, so that none goes on behind a message of failure.
 * @throws the first error
 */
export async function together(works) {
  const results = await Promise.allSettled(works);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
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
