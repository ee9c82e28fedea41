import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { leftUpload } from '../../../testing/left-upload.js';
import { show } from '../../../testing/show.js';
import { uploadEngineOf } from '../../features/uploads/public.js';
import { store } from '../../shared/store/store.js';
import { VersionPrompt } from './offline-parts.js';

const uploads = uploadEngineOf(store);
let hide = (): void => undefined;
afterEach(() => hide());

it('asks before it takes over, and then waits for the uploads [S2.94]', async () => {
  const takeOver = vi.fn();
  const close = vi.fn();
  uploads.restore([leftUpload('a.jpg', { status: 'paused' })], () => true);
  hide = show(<VersionPrompt takeOver={takeOver} close={close} />);
  const prompt = page.getByRole('region', { name: 'A new version is there' });
  await prompt.getByRole('button', { name: 'Later' }).click();
  expect([takeOver.mock.calls.length, close.mock.calls.length]).toEqual([0, 1]);
  await prompt.getByRole('button', { name: 'Reload' }).click();
  await expect.element(prompt.getByText('Reloads when the uploads are done')).toBeVisible();
  expect(takeOver).not.toHaveBeenCalled();
  await uploads.empty();
  await expect.poll(() => takeOver.mock.calls.length).toBe(1);
});
