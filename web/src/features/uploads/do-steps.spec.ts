import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, UploadServer } from '../../../testing/upload-server.js';
import { startOrResume } from './do-steps.js';
import type { FileToStart } from './machine/upload.js';

const FILM = 20 * 1024 * 1024;
const film = { name: 'film.mp4', size: FILM, type: 'video/mp4', modified: 1 };
const photo = { name: 'a.jpg', size: 1_000_000, type: 'image/jpeg', modified: 1 };

describe('leave for files that are chosen', () => {
  let server: UploadServer;
  const start = (files: FileToStart[], underWay = '') =>
    startOrResume(
      {
        call: server.call,
        newKey: () => 'another key',
        key: 'key',
        isUnderWay: (uploadId) => uploadId === underWay,
      },
      { url: '/', folderId: 'root', files },
    );

  beforeEach(() => {
    server = new UploadServer();
    server.beginElsewhere('film.mp4', FILM);
  });

  it('goes on with what was begun before a reload, by a renewed grant', async () => {
    const { docs } = await start([photo, film]);
    expect(server.detailsOf('renew')).toEqual(['u1']);
    expect(server.detailsOf('start')).toEqual(['a.jpg']);
    expect(docs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ index: 1, uploadId: 'u1', how: 'parts' }),
        expect.objectContaining({ index: 0, name: 'a.jpg', how: 'single' }),
      ]),
    );
  });

  it.each([
    ['was changed since', [{ ...film, modified: 2 }], ''],
    ['has another size', [{ ...film, size: FILM + 1 }], ''],
    ['is on its way in this tab', [film], 'u1'],
  ])('begins again with a file that %s', async (_, files, underWay) => {
    await start(files, underWay);
    expect(server.detailsOf('renew')).toEqual([]);
    expect(server.detailsOf('start')).toEqual(['film.mp4']);
  });

  it('begins again where the upload is over after all', async () => {
    server.fail('renew', refusal(404, 'upload.not-found'));
    expect((await start([film])).docs).toMatchObject([{ index: 0, uploadId: 'u2' }]);
  });

  it('begins though it is not told what is unfinished', async () => {
    server.fail('unfinished', refusal(503, 'starting'), { times: 9 });
    expect((await start([film])).docs).toMatchObject([{ index: 0, uploadId: 'u2' }]);
  });

  it('asks for what is unfinished only where a file goes in parts', async () => {
    await start([photo]);
    expect(server.calls.map(({ call }) => call)).toEqual(['start']);
  });
});
