import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../shared/dialogs/styles.js';
import { element } from '../../../../testing/element.js';
import { text } from '../../../shared/messages/en.js';
import { show } from '../../../../testing/show.js';
import { CreateFolderDialog } from './dialogs.js';

it('a command on a busy drive can be tried again with the same key when the page has given up', async () => {
  const busy = { error: { code: 'drive.busy', message: 'Send the same request again.' } };
  let answer = (): Response => Response.json(busy, { status: 503 });
  const keys: (string | null)[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    if (path !== '/api/add/') return Response.json({ docs: [], version: 1 });
    keys.push(headers.get('idempotency-key'));
    return answer();
  });
  const close = vi.fn();
  const hide = show(
    <CreateFolderDialog
      dialog={{ kind: 'create-folder' }}
      targetFolder={{ url: '/', folderId: 'root' }}
      siblings={[]}
      close={close}
    />,
  );
  await userEvent.fill(page.getByRole('textbox', { name: 'Folder name' }), 'Travel');
  await userEvent.click(page.getByRole('button', { name: 'Create' }));
  await vi.advanceTimersByTimeAsync(31_000);
  await expect.element(page.getByRole('alert')).toHaveTextContent(text.dialogs.driveBusy);
  expect(close).not.toHaveBeenCalled();
  answer = () => Response.json({ docs: element({ linkname: 'Travel' }), warnings: [] });
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => close.mock.calls.length).toBe(1);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  hide();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
