import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInfrastructureError } from '@skyshelf/event-bus';
import {
  answerWith,
  hostileCases,
  isInOwnNetwork,
  lacksOwnNetwork,
  privateAddresses,
  redirectTo,
  runInOwnNetwork,
  spelledAddresses,
  startHostileNetwork,
  type HostileNetwork,
} from '@skyshelf/testing';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Workspace } from './application/kind.js';
import { createBrowserTool } from './infrastructure/tools/browser/browser-tool.js';
import { findBrowserWrapper } from './infrastructure/tools/browser/browser-wrapper.js';

const NOT_SHOWN = 'No picture could be made of this page.';
const triedAgain = { name: 'TryFailure', reason: NOT_SHOWN };

const noBrowser = async () => ((await findBrowserWrapper()) ? null : 'chromium is missing');

it.skipIf(isInOwnNetwork || lacksOwnNetwork(await noBrowser()))(
  'in a network of its own',
  () => runInOwnNetwork(import.meta.filename),
  600_000,
);

/** Asks for every address in every way that a page has. */
function hostilePage(first = ''): string {
  const hosts = [
    ...spelledAddresses,
    ...privateAddresses.map((each) => (each.includes(':') ? `[${each}]` : each)),
  ];
  const elements = hosts.flatMap((host, index) => [
    `<img src="http://${host}/i">`,
    `<iframe src="http://${host}/f"></iframe>`,
    `<script src="http://${host}:8080/s"></script>`,
    `<link rel="prefetch" href="http://${host}/p"><link rel="preconnect" href="http://${host}:27017">`,
    `<link rel="stylesheet" href="https://${host}/c${index}">`,
  ]);
  const script = `
    const hosts = ${JSON.stringify(hosts)};
    const quiet = (work) => { try { work(); } catch {} };
    for (const host of hosts) {
      quiet(() => fetch('http://' + host + '/x', { mode: 'no-cors' }).catch(() => {}));
      quiet(() => new WebSocket('ws://' + host + '/w'));
      quiet(() => navigator.sendBeacon('http://' + host + ':8080/b', 'x'));
      quiet(() => new EventSource('http://' + host + '/e'));
    }
    const stun = ${JSON.stringify(privateAddresses.filter((each) => !each.includes(':')))};
    const call = new RTCPeerConnection({ iceServers: stun.flatMap((host) => [
      { urls: 'stun:' + host + ':3478' },
      { urls: 'turn:' + host + ':19302?transport=udp', username: 'a', credential: 'b' },
      { urls: 'turn:' + host + ':8080?transport=tcp', username: 'a', credential: 'b' },
    ]).slice(0, 30) });
    call.createDataChannel('x');
    call.createOffer().then((offer) => call.setLocalDescription(offer));
  `;
  return `<!doctype html><body style="background:#008080">${first}<script>${script}</script>${elements.join('')}`;
}

describe.runIf(isInOwnNetwork)('the picture of a page', { timeout: 200_000 }, () => {
  let network: HostileNetwork;
  const folders: string[] = [];
  const { signal } = new AbortController();
  beforeAll(async () => void (network = await startHostileNetwork()));
  afterAll(async () => {
    await network.close();
    for (const each of folders) await rm(each, { recursive: true, force: true, maxRetries: 3 });
  });
  afterEach(() => {
    network.reached.length = 0;
  });
  const patient = { answerMs: 60_000, loadingMs: 30_000, visitMs: 60_000, nice: 0 };
  /** By the tool as it is, with more time and standing back for nothing: the machine may be busy. */
  const picture = async (url: string, create = createBrowserTool, limits = patient) => {
    const folder = await mkdtemp(join(tmpdir(), 'website-'));
    folders.push(folder);
    const workspace: Workspace = { folder, path: (name) => join(folder, name) };
    return create({}, limits)
      .screenshot(url, workspace, signal)
      .catch((error: Error) => {
        error.message += ` ${String(error.cause)}`;
        throw error;
      });
  };
  /** The tool with some of the browser's settings left out. */
  const toolWithout = async (settings: RegExp): Promise<typeof createBrowserTool> => {
    const given = './infrastructure/tools/browser/browser-arguments.js';
    vi.doMock(given, async (original) => {
      const real = await original<typeof import('./infrastructure/tools/browser/browser-arguments.js')>();
      const browserArguments: typeof real.browserArguments = (visit) =>
        real.browserArguments(visit).filter((each) => !settings.test(each));
      return { ...real, browserArguments };
    });
    vi.resetModules();
    try {
      return (await import('./infrastructure/tools/browser/browser-tool.js')).createBrowserTool;
    } finally {
      vi.doUnmock(given);
      vi.resetModules();
    }
  };

  it('shows it, as a visitor without cookies', async () => {
    const cookies: (string | undefined)[] = [];
    network.site('page.site.example', (request, response) => {
      if (request.url === '/') cookies.push(request.headers.cookie);
      const headers = { 'content-type': 'text/html', 'set-cookie': 'a=b; Max-Age=9999' };
      response.writeHead(200, headers).end('<body style="background:#008080">');
    });
    network.site('moved.site.example', redirectTo('http://page.site.example/'));
    for (const name of ['page', 'moved']) {
      const image = sharp(await picture(`http://${name}.site.example/`));
      expect(await image.metadata()).toMatchObject({ format: 'png', width: 1280, height: 800 });
      const [red, green] = (await image.stats()).channels.map(({ mean }) => Math.round(mean));
      expect([red, green]).toEqual([0, 128]);
    }
    expect(new Set(cookies)).toEqual(new Set([undefined]));
    expect(network.dns.questions('clients2.google.com')).toBe(0);
  });

  it('of no private address is made, wherever its address leads', async () => {
    const cases = hostileCases(network, 'http');
    expect(cases.length).toBeGreaterThanOrEqual(150);
    for (const { host } of cases) await expect(picture(`http://${host}/`)).rejects.toThrow();
    expect(network.reached).toEqual([]);
  });

  it('reaches nothing private that the page asks for', async () => {
    network.site('hostile.site.example', answerWith(hostilePage(), 'text/html'));
    await picture('http://hostile.site.example/');
    expect(network.reached).toEqual([]);
  });

  it('reaches nothing private when the page leads elsewhere the second time', async () => {
    let visits = 0;
    network.site('turning.site.example', (request, response) => {
      visits += 1;
      const serve = visits === 1 ? answerWith('A page.', 'text/html') : redirectTo('http://127.0.0.1/');
      serve(request, response);
    });
    await expect(picture('http://turning.site.example/')).rejects.toMatchObject(triedAgain);
    expect(visits).toBeGreaterThan(1);
    expect(network.reached).toEqual([]);
  });

  it.each([
    ['proxies what is on this machine', /^--proxy-bypass-list/, 'tcp 127.0.0.1:80'],
    ['keeps WebRTC from the network', /webrtc-ip-handling-policy/, 'udp 10.0.0.1:3478'],
  ])('finds a browser without what %s', async (_, without, reached) => {
    network.site('hostile.site.example', (request, response) => {
      const page = answerWith(hostilePage('<img src="/held">'), 'text/html');
      if (request.url !== '/held') return page(request, response);
      // The page loads until the browser has come to ask.
      void vi
        .waitUntil(() => network.reached.includes(reached), patient.loadingMs)
        .catch(() => undefined)
        .then(() => response.end());
    });
    await picture('http://hostile.site.example/', await toolWithout(without));
    expect(network.reached).toContain(reached);
  });

  it('of a page without end is given up, with all of its processes', async () => {
    network.site('endless.site.example', answerWith('<script>for (;;);</script>', 'text/html'));
    const made = picture('http://endless.site.example/', createBrowserTool, { ...patient, visitMs: 2000 });
    await expect(made).rejects.toThrow('The time was up.');
  });

  it.each([
    ['a download', answerWith('PK', 'application/zip')],
    ['an error', redirectTo('http://page.site.example/', 404)],
  ])('is not made of %s', async (_, serve) => {
    network.site('other.site.example', serve);
    await expect(picture('http://other.site.example/')).rejects.toMatchObject({
      name: 'JobRefusal',
      reason: NOT_SHOWN,
    });
  });

  it('is tried again, a few times, when the connection was cut', async () => {
    network.site('cut.site.example', (request) => void request.socket.destroy());
    const cut = await picture('http://cut.site.example/').catch((error: unknown) => error);
    expect(cut).toMatchObject(triedAgain);
    // That would be waited for without an end.
    expect(isInfrastructureError(cut)).toBe(false);
  });
});
