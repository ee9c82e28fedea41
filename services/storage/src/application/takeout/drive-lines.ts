import type { Readable } from 'node:stream';
import { DomainError, driveTreeLine, folderTreeHead, type DriveTreeElement } from '@skyshelf/contracts';
import { linePages } from '@skyshelf/service';

/** Page by page, with how many the drive has in all. */
export async function* driveLines(
  body: Readable,
): AsyncGenerator<{ elements: readonly DriveTreeElement[]; all: number }> {
  let all: number | null = null;
  let came: number = 0;
  let told: number | null = null;
  for await (const lines of linePages(body, 'A page of the tree', 1))
    for (const line of lines) {
      const parsed: unknown = JSON.parse(line);
      if (all === null) {
        all = folderTreeHead.parse(parsed).elements ?? 0;
        continue;
      }
      const page = driveTreeLine.parse(parsed);
      if (!Array.isArray(page)) told = page.end;
      else {
        came += page.length;
        yield { elements: page, all };
      }
    }
  if (told !== came) throw broken();
}

/** Nothing may look as if it were all. */
const broken = (): DomainError =>
  new DomainError('service.unavailable', { cause: new Error('The tree that catalog told broke off.') });
