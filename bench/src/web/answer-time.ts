import type { Page } from 'playwright';

/** The sign that the page has answered. */
export interface Answer {
  /** The event that begins it. */
  event: 'keydown' | 'pointerdown' | 'drop';
  /** Matches something once it is there. */
  selector?: string;
  /** The address has to be another one by then. */
  elsewhere?: boolean;
  /** The end of this address of a request whose answer has to be there. */
  asks?: string;
}

interface AnsweringWindow {
  benchAnswer: Promise<number>;
}

/** A run is given up when an answer takes this long. */
const PATIENCE_MS = 30_000;

/** Measures from the next press to the frame that shows its answer, in milliseconds. The call itself does not wait. */
export const expectAnswer = (page: Page, answer: Answer): Promise<void> =>
  page.evaluate(timeNextAnswer, { ...answer, patience: PATIENCE_MS });

/** @throws {Error} when the page did not answer */
export const answeredMs = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as AnsweringWindow).benchAnswer);

/** Measures the time from an action to its answer. */
export async function answerTime(page: Page, answer: Answer, act: () => Promise<void>): Promise<number> {
  await expectAnswer(page, answer);
  await act();
  return answeredMs(page);
}

/** Runs in the page. */
function timeNextAnswer({ event, selector, elsewhere, asks, patience }: Answer & { patience: number }): void {
  const before = location.pathname;
  performance.clearResourceTimings();
  const isThere = (): boolean =>
    (!elsewhere || location.pathname !== before) &&
    (!selector || document.querySelector(selector) !== null) &&
    (!asks || performance.getEntriesByType('resource').some(({ name }) => name.endsWith(asks)));
  (window as unknown as AnsweringWindow).benchAnswer = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer: ${selector ?? asks}`)), patience);
    const drawn = (began: number): void => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        clearTimeout(timer);
        resolve(performance.now() - began);
      });
      port1.start();
      port2.postMessage('after the frame');
    };
    const began = ({ timeStamp }: Event): void => {
      const look = (): void => {
        if (!isThere()) return void requestAnimationFrame(look);
        // An answer from the server is drawn in the frame after it has come.
        if (asks) return void requestAnimationFrame(() => drawn(timeStamp));
        drawn(timeStamp);
      };
      requestAnimationFrame(look);
    };
    addEventListener(event, began, { once: true, capture: true });
  });
}
