import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionPackage } from '@skyshelf/contracts';

/** The extension as it is downloaded, and unpacked as its page says. @returns the folder with its files */
export async function unpackExtension(url: string, name: ExtensionPackage, into: string): Promise<string> {
  const zip = join(into, 'extension.zip');
  const unpacked = join(into, 'unpacked');
  const answer = await fetch(`${url}/api/extension/${name}`);
  writeFileSync(zip, Buffer.from(await answer.arrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, unpacked]);
  return unpacked;
}
