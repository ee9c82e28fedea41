import type { ElementView } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { element, file, link } from '../../../../testing/element.js';
import { Folder, option } from '../../../../testing/folder-on-screen.js';
import { serve } from '../../../../testing/serve.js';
import { show } from '../../../../testing/show.js';
import { ensureReadCookie } from '../../../shared/session/read-cookie.js';
import { store } from '../../../shared/store/store.js';
import { layoutChosen, sortChosen } from '../state/view-slice.js';

describe('what tiles show', () => {
  let close = (): void => undefined;
  const open = async (...elements: ElementView[]): Promise<void> => {
    close = show(<Folder elements={elements} goTo={() => undefined} />);
    await expect.poll(() => document.querySelectorAll('[data-id]').length).toBe(elements.length);
  };
  const pictures = (name: string): string[] =>
    [...option(name).querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '');

  beforeEach(async () => {
    serve({ '/api/token/': () => ({ ok: true, sub: 'local|alice' }) });
    await ensureReadCookie();
  });
  afterEach(() => {
    close();
    store.dispatch(layoutChosen('block'));
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is the picture of a file once it is confirmed, and its icon where there is none [F4.12]', async () => {
    const thumbnailImage = 'Cloud/t1/local|alice###a.webp';
    const photo = { linktype: 'image/jpeg', thumbnailImage };
    await open(
      file('there.jpg', { ...photo, confirm: true }),
      file('none.jpg', { ...photo, confirm: false }),
    );
    expect(pictures('there.jpg').join()).toContain('/files/Cloud/t1/');
    expect(pictures('none.jpg')).toEqual([expect.stringMatching(/image.*svg/)]);
  });

  it('of a website, a web app and a web game without a picture differ', async () => {
    const kinds = ['website', 'webapp', 'webgame'];
    await open(...kinds.map((linktype) => link(linktype, 'https://example.org', { linktype })));
    const looks = kinds.map((name) => {
      const letter = option(name).querySelector('[data-letter]') ?? expect.fail('no letter');
      const { borderRadius } = getComputedStyle(letter, '::before');
      return borderRadius + (letter.nextElementSibling?.getAttribute('style') ?? '');
    });
    expect(new Set(looks).size).toBe(3);
  });

  it('is the picture of a website where there is one, else its letter [F9.6]', async () => {
    const thumbnailWebsite = 'Cloud/w1/local|alice###site.webp';
    await open(
      link('With', 'https://with.example', { thumbnailWebsite }),
      link('Without', 'https://a.example'),
    );
    expect(pictures('With').join()).toContain('/files/Cloud/w1/');
    expect(pictures('Without')).toEqual([]);
    expect(option('Without').querySelector('[data-letter="A"]')).not.toBeNull();
  });

  it('is different for each kind [F2.14]', async () => {
    const kinds = ['website', 'webapp', 'webgame', 'youtube', 'tiktok'].map((linktype) =>
      link(linktype, 'no address', { linktype }),
    );
    const files = [file('p', { linktype: 'image/png' }), file('v', { linktype: 'video/mp4' }), file('x.bin')];
    await open(...kinds, ...files, element({ linkname: 'Trips' }));
    const shown = [...document.querySelectorAll('[data-id]')].map((tile) => {
      const [image] = tile.querySelectorAll('img');
      return image?.getAttribute('src') ?? tile.querySelector('[data-letter]')?.outerHTML ?? '';
    });
    expect(shown).not.toContain('');
    expect(new Set(shown).size).toBe(9);
  });

  it('goes through the frames of a youtube video, one a second, while the pointer is there [F4.15]', async () => {
    // Frames come from our server, which is not here.
    class Loaded {
      src = '';
      naturalWidth = 120;
      getAttribute = (): string => this.src;
    }
    vi.stubGlobal('Image', Loaded);
    const video = link('Waves', 'https://youtu.be/dQw4w9WgXcQ', { linktype: 'youtube' });
    await open(video, element({ linkname: 'Trips' }));
    await userEvent.hover(option('Trips'));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    // By hand: each look of the test's own pointer would let the time go on.
    const pointer = (type: 'pointerover' | 'pointerout'): void => {
      const over = option('Waves').querySelector('img')?.parentElement ?? expect.fail('no picture');
      over.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }));
    };
    const frame = (): string | undefined =>
      pictures('Waves').find((src) => /preview\/[^/]+\/[1-9]/.test(src));
    const after = async (ms: number): Promise<string | undefined> => {
      vi.advanceTimersByTime(ms);
      // Drawn by then.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      return frame()?.slice(-1);
    };
    pointer('pointerover');
    expect([await after(0), await after(999)]).toEqual([undefined, undefined]);
    const seen = [await after(1), await after(1000), await after(1000), await after(1000), await after(1000)];
    expect(seen).toEqual(['1', '2', '3', undefined, '1']);
    pointer('pointerout');
    expect([await after(0), await after(5000)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['tiles', 'block', ['0s', '0.04s', '0.08s']],
    ['rows', 'list', ['0s', '0.1s', '0.2s']],
  ] as const)(
    'comes in one after the other as %s, and at once when they are sorted [F4.24]',
    async (_, layout, delays) => {
      store.dispatch(layoutChosen(layout));
      await open(element({ linkname: 'A' }), element({ linkname: 'B' }), element({ linkname: 'C' }));
      const styles = () => ['A', 'B', 'C'].map((name) => getComputedStyle(option(name)));
      expect(styles().map(({ animationDelay }) => animationDelay)).toEqual(delays);
      // The same order by another object.
      for (let turn = 0; turn < 2; turn += 1) store.dispatch(sortChosen('name'));
      expect(styles().map(({ animationName }) => animationName)).not.toContain('none');
      store.dispatch(sortChosen('size'));
      await expect
        .poll(() => styles().map(({ animationName }) => animationName))
        .toEqual(Array(3).fill('none'));
      store.dispatch(sortChosen('name'));
    },
  );
});

it('lets what stands at another place slide there, and nothing else', async () => {
  const names = ['A', 'B', 'C'].map((linkname) => element({ linkname }));
  let without = (_: ElementView | undefined): void => undefined;
  const Changing = () => {
    const [elements, setElements] = useState(names);
    without = (gone) => setElements((before) => before.filter((one) => one !== gone));
    return <Folder elements={elements} goTo={() => undefined} />;
  };
  const close = show(<Changing />);
  await expect.poll(() => document.querySelectorAll('[data-id]').length).toBe(3);
  const slides = (name: string): boolean =>
    option(name)
      .getAnimations()
      .some(({ effect }) =>
        (effect as KeyframeEffect).getKeyframes().some(({ translate }) => translate !== undefined),
      );
  const place = option('B').style.left;
  without(names[1]);
  await expect.poll(() => option('C').style.left).toBe(place);
  expect([slides('A'), slides('C')]).toEqual([false, true]);
  close();
});
