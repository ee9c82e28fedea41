import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../../../testing/show.js';
import WebcamPanel from './webcam-panel.js';

let hide = (): void => undefined;
afterEach(() => {
  hide();
  vi.restoreAllMocks();
});

/** A camera whose user takes a while to allow it: the streams it was asked for, each opened by hand. */
const slowCamera = () => {
  const asked: ((stream: MediaStream) => void)[] = [];
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(
    () => new Promise((resolve) => void asked.push(resolve)),
  );
  return {
    isAsked: async (times: number): Promise<void> => {
      await expect.poll(() => asked.length).toBe(times);
    },
    open: (nth: number): MediaStream => {
      const stream = canvas.captureStream();
      asked[nth]?.(stream);
      return stream;
    },
    draw: (): void => canvas.getContext('2d')?.fillRect(0, 0, 9, 9),
  };
};
const statesOf = (stream: MediaStream) => stream.getTracks().map(({ readyState }) => readyState);

it('leaves no camera on that opens after another way to record was chosen', async () => {
  const camera = slowCamera();
  hide = show(<WebcamPanel targetFolder={{ url: '/', folderId: 'root' }} done={() => undefined} />);
  await camera.isAsked(1);
  await userEvent.click(page.getByText('No sound'));
  await camera.isAsked(2);
  const late = camera.open(0);
  const own = camera.open(1);
  await expect.element(page.getByRole('button', { name: 'Record' })).toBeEnabled();
  await expect.poll(() => [statesOf(late), statesOf(own)]).toEqual([['ended'], ['live']]);
  hide();
  await expect.poll(() => statesOf(own)).toEqual(['ended']);
});

it('leaves no camera on that opens after the panel was closed', async () => {
  const camera = slowCamera();
  hide = show(<WebcamPanel targetFolder={{ url: '/', folderId: 'root' }} done={() => undefined} />);
  await camera.isAsked(1);
  hide();
  const late = camera.open(0);
  await expect.poll(() => statesOf(late)).toEqual(['ended']);
});

it('takes no picture before the camera has shown one, and moves nothing when it does', async () => {
  const camera = slowCamera();
  hide = show(<WebcamPanel targetFolder={{ url: '/', folderId: 'root' }} done={() => undefined} />);
  await userEvent.click(page.getByText('Picture'));
  await camera.isAsked(2);
  const stream = camera.open(1);
  await expect.poll(() => document.querySelector('video')?.srcObject).toBe(stream);
  const button = page.getByRole('button', { name: 'Take a picture' });
  await expect.element(button).toBeDisabled();
  const { top } = button.element().getBoundingClientRect();
  camera.draw();
  await expect.element(button).toBeEnabled();
  expect(button.element().getBoundingClientRect().top).toBe(top);
});
