import { opId } from '@skyshelf/contracts';
import { expect, it, vi } from 'vitest';
import '../../../testing/page-globals.js';
import { UploadRig } from '../../../testing/upload-rig.js';
import { oncePerStore, store } from '../../shared/store/store.js';
import { selectToasts } from '../../shared/toasts/toasts-slice.js';
import { createEngine } from './page-uploads.js';

it('uploads tell the page of their store that they arrived, and can be undone', async () => {
  const { server: transport, environment } = new UploadRig({ bundledBytes: -1 });
  transport.operations = [opId.parse('o1')];
  const engine = createEngine(store, { transport, environment, byteRequests: 4, bundledBytes: -1 });
  engine.add({ url: '/', folderId: 'root' }, [new File(['a'], 'a.jpg')]);
  await vi.waitFor(() => expect(selectToasts(store.getState())).toHaveLength(1));
  const [said] = selectToasts(store.getState());
  const undo = expect.any(String);
  expect(said).toMatchObject({ tone: 'success', message: 'File(s) uploaded successfully', undo });
});

it('a part of a page is made when it is first asked for, one for each store', () => {
  const make = vi.fn(() => ({}));
  const partOf = oncePerStore(make);
  const other = { ...store };
  expect(make).not.toHaveBeenCalled();
  expect(partOf(store)).toBe(partOf(store));
  expect(partOf(other)).not.toBe(partOf(store));
  expect(make.mock.calls).toEqual([[store], [other]]);
});
