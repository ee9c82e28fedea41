import { routes } from '@skyshelf/contracts';
import { readFile, sha256Of, type ApiClient } from '@skyshelf/testing';
import type { Page } from 'playwright';

/** Drops files or folders of this machine onto the page, as a desktop does. */
export async function dropFromDesktop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width = 800, height = 600 } = page.viewportSize() ?? {};
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height * 0.6, data });
  await session.detach();
}

/** SHA-256 of each file of a drive, by its path; a path that is there twice fails. */
export async function sumsOfDrive(client: ApiClient): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  const open = ['/'];
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    const { docs } = await client.call(routes.listFolder, { body: { url, defaultLinks: false } });
    for (const { linkname, linktype, linkurl } of docs) {
      const path = `${url}${linkname}`;
      if (linktype === 'folder') open.push(`${path}/`);
      else if (sums.has(path.slice(1))) throw new Error(`${path} is there twice`);
      else if (linkurl) sums.set(path.slice(1), sha256Of(await readFile(client, linkurl)));
    }
  }
  return sums;
}
