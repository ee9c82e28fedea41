import { main } from './cli/main.js';

const stopping = new AbortController();
// A second Ctrl+C ends the process at once.
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());

process.exitCode = await main(process.argv.slice(2), process.env, {
  out: process.stdout,
  err: process.stderr,
  signal: stopping.signal,
});
