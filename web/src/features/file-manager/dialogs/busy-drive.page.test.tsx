import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../shared/dialogs/styles.js';
import { element } from '../../../../testing/element.js';
import { text } from '../../../shared/messages/en.js';
import { show } from '../../../../testing/show.js';
import { CreateFolderDialog } from './dialogs.js';
import { DeleteDialog } from './delete-dialog.js';

const targetFolder = { url: '/', folderId: 'root' };
const busy = { error: { code: 'drive.busy', message: 'Send the same request again.' } };

describe('a command on a busy drive', () => {
  let hide = (): void => undefined;
  /** The keys of the requests that came. */
  let keys: (string | null)[] = [];
  let isBusy = true;
  const close = vi.fn();

  beforeEach(() => {
    keys = [];
    isBusy = true;
    close.mockReset();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    hide();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const serve = (answer: unknown): void => {
    vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
      if (path.startsWith('/api/tags')) return Response.json({ docs: [], version: 1 });
      keys.push(headers.get('idempotency-key'));
      return isBusy ? Response.json(busy, { status: 503 }) : Response.json(answer);
    });
  };
  /** Lets the page wait until it gives up by itself. */
  const giveUp = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(31_000);
    await expect.element(page.getByRole('alert')).toHaveTextContent(text.dialogs.driveBusy);
  };

  it('is repeated with the same key until the drive takes it', async () => {
    serve({ docs: { deletedCount: 1 } });
    const elements = [element({ linkname: 'Work' })];
    hide = show(
      <DeleteDialog
        dialog={{ kind: 'delete', elements }}
        targetFolder={targetFolder}
        siblings={elements}
        close={close}
      />,
    );
    await userEvent.click(page.getByRole('button', { name: 'Yes' }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(keys.length).toBeGreaterThan(1);
    isBusy = false;
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(() => close.mock.calls.length).toBe(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('can be tried again with the same key when the page has given up', async () => {
    serve({ docs: element({ linkname: 'Travel' }), warnings: [] });
    hide = show(
      <CreateFolderDialog
        dialog={{ kind: 'create-folder' }}
        targetFolder={targetFolder}
        siblings={[]}
        close={close}
      />,
    );
    await userEvent.fill(page.getByRole('textbox', { name: 'Folder name' }), 'Travel');
    await userEvent.click(page.getByRole('button', { name: 'Create' }));
    await giveUp();
    expect(close).not.toHaveBeenCalled();
    isBusy = false;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => close.mock.calls.length).toBe(1);
    expect(new Set(keys).size).toBe(1);
  });
});
