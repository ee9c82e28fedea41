import type { Answer } from '@skyshelf/contracts/browser';

type Challenge = Answer<'newCaptcha'>['challenge'];

const TIMEOUT_MS = 60_000;

const isSolution = (answer: unknown): answer is object =>
  typeof answer === 'object' && answer !== null && 'derivedKey' in answer;

/** @throws {Error} when this browser can't solve it */
export async function solveCaptcha(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<unknown>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      const work = { type: 'work', challenge, counterStart: 0, counterStep: 1, timeout: TIMEOUT_MS };
      worker.postMessage(work, []);
    });
    if (!isSolution(solution)) throw new Error('The challenge could not be solved.');
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
