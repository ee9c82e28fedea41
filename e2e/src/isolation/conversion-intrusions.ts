import { routes } from '@skyshelf/contracts';
import { expect } from 'vitest';
import type { Person } from './people.js';

/** Another's file by its id, and one's own id with the address of another's file. */
const tries =
  (route: typeof routes.convertDocument | typeof routes.convertVideo | typeof routes.recordPlayed) =>
  async ({ victim, intruder }: { victim: Person; intruder: Person }): Promise<void> => {
    const linkurl = victim.file.linkurl ?? '';
    const theirs = await intruder.client.send(route, { body: { id: victim.file._id, linkurl } });
    expect(theirs).toMatchObject({ status: 404, body: { error: { code: 'element.not-found' } } });
    const mixed = await intruder.client.send(route, { body: { id: intruder.file._id, linkurl } });
    expect(mixed).toMatchObject({ status: 400, body: { error: { field: 'linkurl' } } });
  };

export const conversionIntrusions = {
  convertDocument: tries(routes.convertDocument),
  convertVideo: tries(routes.convertVideo),
  recordPlayed: tries(routes.recordPlayed),
  // A name that no one can guess; who knows it learns nothing (e2e/src/windows/early-playback.e2e.ts).
  readLiveFilm: async ({ intruder }: { intruder: Person }): Promise<void> => {
    const params = { run: 'a-run-of-another-user', file: 'index.m3u8' };
    expect(await intruder.client.send(routes.readLiveFilm, { params })).toMatchObject({ status: 410 });
  },
};
