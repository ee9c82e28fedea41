import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Reads an archive as Python does: every CRC, every name. */
const pythonCheck = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[each.filename, each.file_size] for each in archive.infolist()]))
`;

/** What is in an archive, as \`unzip -t\` and Python's zipfile agree. @throws Error when one of them finds fault */
export async function unpackersAgree(zip: string): Promise<Map<string, number>> {
  const large = { maxBuffer: 1024 ** 3, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  await run('unzip', ['-tqq', zip], large);
  const { stdout } = await run('python3', ['-c', pythonCheck, zip], large);
  return new Map(JSON.parse(stdout) as [string, number][]);
}
