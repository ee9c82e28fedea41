import { launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');

/** Tries to reach what is not its own, and says how that ended. */
const ad = `<p>Disks, cheap</p><ul></ul><script>
  const tries = {
    cookie: () => document.cookie,
    storage: () => localStorage.length,
    session: () => sessionStorage.length,
    page: () => parent.document.title,
    top: () => { top.location = 'about:blank#gone' },
  };
  for (const [name, reach] of Object.entries(tries)) {
    let outcome = 'reached';
    try { reach() } catch { outcome = 'refused' }
    document.querySelector('ul').innerHTML += '<li>' + name + ': ' + outcome + '</li>';
  }
</script>`;
const embed = `<!doctype html><title>A film</title><script>
  try { top.location = 'about:blank#gone' } catch {}
  document.write('<h1>A film</h1>');
</script>`;

describe.runIf(once)('what the operator sets', () => {
  let skyshelf: LaunchedSkyshelf;
  let shelf: OpenShelf;

  beforeAll(async () => {
    skyshelf = await launchSkyshelf({
      env: {
        AD_SLOTS: JSON.stringify({ listing: { html: ad, height: 120 }, download: { html: ad } }),
        CATALOG_VIEWKEY_VIDEO_HOSTS: 'viewkey.example',
      },
    });
    const linkurl = 'https://www.viewkey.example/view_video.php?viewkey=ph5a';
    shelf = await openShelf('visitor of ads', {
      skyshelf,
      visits: ['www.viewkey.example'],
      elements: [{ linkname: 'A film', linktype: 'viewkeyvideo', linkurl }],
      files: [{ name: 'notes.md', type: 'text/markdown', bytes: Buffer.from('# Notes') }],
      prepare: (context) =>
        context.route('https://*.viewkey.example/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: embed }),
        ),
    });
  });
  afterAll(async () => {
    await shelf?.close();
    await skyshelf?.dispose();
  });

  it('is an ad between rows, whose scripts reach neither cookies nor storage nor the page', async () => {
    const frame = shelf.page.frameLocator('iframe[title="Advertisement"]');
    await frame.getByText('top: refused').waitFor();
    expect(await frame.getByRole('listitem').allTextContents()).toEqual([
      'cookie: refused',
      'storage: refused',
      'session: refused',
      'page: refused',
      'top: refused',
    ]);
    expect(shelf.page.url()).toBe(`${skyshelf.url}/allfiles/`);
  });

  it('is a host whose videos play in a frame that can take the page nowhere [S2.6]', async () => {
    const window = await shelf.open('A film');
    await window.frameLocator('iframe').getByRole('heading', { name: 'A film' }).waitFor();
    expect(shelf.page.url()).toBe(`${skyshelf.url}/allfiles/`);
    await shelf.closeWindow();
  });

  it('breaks nothing of the page’s policy', () => {
    expect(shelf.errors.filter((each) => /policy/i.test(each) && !/top|navigat|sandbox/i.test(each))).toEqual(
      [],
    );
  });
});
