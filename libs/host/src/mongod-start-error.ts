/** Disk faults in the server's log, and what they mean to an operator. */
const faults: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded/, 'its disk is full. Free some space, then start again.'],
  [/Read-only file system/, 'its disk is read-only. Make the disk writable, then start again.'],
  [/Permission denied|Operation not permitted/, 'files there belong to another user. Give them to this one.'],
  [/Input\/output error/, 'its disk fails. Look after the disk.'],
];

/** Its message names the reason where known, else the log's last words. */
export class MongodStartError extends Error {
  override name = 'MongodStartError';

  constructor(
    { dbPath, logPath, lastWords }: { dbPath: string; logPath: string; lastWords: string },
    cause: Error,
  ) {
    const known = faults.find(([pattern]) => pattern.test(lastWords))?.[1];
    const unknown = `${cause.message}. The end of ${logPath}:\n${lastWords}`;
    super(`The database did not start on ${dbPath}: ${known ?? unknown}`, { cause });
  }
}
