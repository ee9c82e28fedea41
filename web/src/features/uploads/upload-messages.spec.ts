import { describe, expect, it, vi } from 'vitest';
import '../../../testing/page-globals.js';
import { UploadRig } from '../../../testing/upload-rig.js';
import { refusal } from '../../../testing/upload-server.js';
import { uploadMessages } from './upload-messages.js';

const HERE = { url: '/', folderId: 'root' };
const photo = (name: string): File => new File([new Uint8Array(10)], name);

describe('the user is told of uploads', () => {
  const dispatch = vi.fn((_: { payload: { title: string; message: string } }) => undefined);
  const rig = () => {
    dispatch.mockReset();
    const own = { admitted: vi.fn(), replaced: vi.fn(), groupBegan: vi.fn() };
    const listed = (): number => started.engine.list.totals.all;
    const notices = { ...own, ...uploadMessages(dispatch as never, { listed }) };
    const started: UploadRig = new UploadRig({ bundledBytes: -1, notices });
    return started;
  };
  const said = (): string[] =>
    dispatch.mock.calls.map(([{ payload }]) => `${payload.title}: ${payload.message}`);

  it('that all have arrived [F8.1]', async () => {
    const { engine, untilAll } = rig();
    engine.add(HERE, [photo('a.jpg'), photo('b.jpg')]);
    await untilAll('done');
    expect(said()).toEqual(['Success: File(s) uploaded successfully']);
  });

  it('that they could not be saved [F8.2]', async () => {
    const { engine, server, untilAll } = rig();
    server.fail('start', refusal(507, 'space.exceeded'));
    engine.add(HERE, [photo('a.jpg')]);
    await untilAll('failed');
    expect(said()).toEqual(['Error: Error uploading file(s)']);
  });

  it('which one failed [F8.3]', async () => {
    const { engine, server, until, status } = rig();
    server.fail('sendBytes', refusal(400, 'upload.incomplete'), { detail: /^b/ });
    engine.add(HERE, [photo('a.jpg'), photo('b.jpg')]);
    await until(() => expect(status()).toEqual({ 'a.jpg': 'done', 'b.jpg': 'failed' }));
    expect(said()).toContain('Error: b.jpg faild to upload');
  });

  it('what the server warns of [F5.17]', async () => {
    const { engine, server, untilAll } = rig();
    server.refuseNames = { 'a.jpg': 'a.jpg already exist.' };
    engine.add(HERE, [photo('a.jpg')]);
    await untilAll('refused');
    expect(said()).toEqual(['Attention: a.jpg already exist.']);
  });

  it('which of several files has a type that is refused', async () => {
    const refuse = async (...names: string[]) => {
      const { engine, server, until, status } = rig();
      server.refuseNames = { 'a.js': 'Not allowed file type.' };
      engine.add(HERE, names.map(photo));
      await until(() => expect(status()['a.js']).toBe('refused'));
      return said()[0];
    };
    expect(await refuse('a.js')).toBe('Attention: Not allowed file type.');
    expect(await refuse('b.jpg', 'a.js')).toBe('Attention: Not allowed file type. a.js');
  });
});
