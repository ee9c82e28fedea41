import '../../../../shared/dialogs/styles.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ElementView } from '@skyshelf/contracts/browser';
import { element, file, link } from '../../../../../testing/element.js';
import { show } from '../../../../../testing/show.js';
import DetailsDialog from './details-dialog.js';

describe('the details of an element', () => {
  let hide = (): void => undefined;
  const open = (...shown: ElementView[]): void => {
    hide = show(
      <DetailsDialog
        dialog={{ kind: 'details', elements: shown }}
        targetFolder={{ url: '/', folderId: 'root' }}
        siblings={[]}
        close={() => undefined}
      />,
    );
  };
  const facts = (): Record<string, string> =>
    Object.fromEntries(
      [...document.querySelectorAll('dt')].map((dt) => [
        dt.textContent,
        dt.nextElementSibling?.textContent ?? '',
      ]),
    );
  afterEach(() => {
    hide();
    vi.unstubAllGlobals();
  });

  it('are size, dimensions, date, path and tags of a photo', async () => {
    const about = { linktype: 'image/jpeg', size: 1_234_567, width: 4000, height: 3000, linktag: ['sea'] };
    open(file('beach.jpg', { ...about, path: '/Trips/', counter: 2, modified: '2019-05-04T12:02:01.000Z' }));
    await expect.element(page.getByRole('dialog', { name: 'Details' })).toBeVisible();
    expect(facts()).toMatchObject({
      Kind: 'Image',
      Size: '1.18 MB (1,234,567 Bytes)',
      Dimensions: '4000 × 3000',
      Path: '/Trips/',
      Opened: '2 times',
      Tags: 'sea',
    });
    expect(facts().Added).toMatch(/^Jun 12, 2024, /);
    expect(facts().Modified).toMatch(/^May 4, 2019, /);
  });

  it('are why there is no picture, with a way to ask for it again where that may help', async () => {
    const slow = { kind: 'thumbnail', state: 'failed', percent: null, date: '2024-06-12T18:15:04.000Z' };
    const photo = file('a.jpg', { linktype: 'image/jpeg', confirm: false });
    const asked: unknown[] = [];
    let again = true;
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
      if (String(url).endsWith('/again')) asked.push(JSON.parse(String(body)));
      const reason = 'Making the thumbnail took too long.';
      return Response.json({ docs: [{ ...slow, _id: photo._id, reason, again }], open: 0 });
    });
    open(photo);
    await expect.poll(() => facts()['Not made']).toContain('Making the thumbnail took too long.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Trying again…')).toBeVisible();
    expect(asked).toEqual([{ arr: [photo._id] }]);
    hide();
    again = false;
    open(photo);
    await expect.poll(() => facts()['Not made']).toContain('took too long');
    expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  });

  it('are the address of a link', () => {
    open(link('Tides', 'https://example.org/tides'));
    expect(facts()).toMatchObject({
      Kind: 'Website',
      Address: 'https://example.org/tides',
      Path: 'All Files',
    });
  });

  it('of several are counts by kind, the size of all, dates, what they have in common, and where they are', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ folderId: 'f', version: 1, size: 1024, count: 12 }));
    const photo = { linktype: 'image/jpeg', size: 1024, linktag: ['sea'] };
    open(
      file('a.jpg', { ...photo, date: '2024-06-02T12:00:00.000Z' }),
      file('b.jpg', { ...photo, date: '2024-08-02T12:00:00.000Z' }),
      element({ linkname: 'Trip', linktag: ['sea', 'sun'], date: '2024-07-02T12:00:00.000Z' }),
    );
    await expect.element(page.getByText('3 elements')).toBeVisible();
    await expect.poll(() => facts().Size).toBe('3 KB (3,072 Bytes)');
    expect(facts()).toMatchObject({
      Kind: 'Image2Folder1',
      'In folders': '12 elements',
      Added: 'Jun 2, 2024 – Aug 2, 2024',
      'Common tags': 'sea',
      Path: 'All Files',
    });
  });

  it('are count and size of all that a folder holds, or that no one knows', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ folderId: 'f', version: 1, size: 2048, count: 12 }));
    open(element({ linkname: 'Work' }));
    await expect.poll(() => facts().Contents).toBe('12 elements');
    expect(facts().Size).toBe('2 KB (2,048 Bytes)');
    hide();
    const gone = { error: { code: 'folder.not-found', message: 'There is no such folder.' } };
    vi.stubGlobal('fetch', async () => Response.json(gone, { status: 404 }));
    open(element({ linkname: 'Gone' }));
    await expect.poll(() => facts().Contents).toBe('Could not be counted');
  });
});
