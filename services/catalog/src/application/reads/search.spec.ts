import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, manyFiles } from '../../../testing/facts.js';
import { edit, remove } from '../../../testing/shelf-commands.js';
import { showBuiltIns } from '../commands/follow-billing.js';
import { search, type SearchQuestion } from './search.js';

const tagged = async (drive: TestDrive, id: string, name: string, tags: string[]) => {
  const row = await (await drive.catalog.store.reader(drive.account.drive)).get(id);
  if (!row) throw new Error(`${id} is not there`);
  await edit(drive, row, name, tags);
};

async function shelf() {
  const drive = testDrive();
  await drive.given(
    aFolder('Holidays'),
    aFolder('Été', 'Holidays'),
    aFile('Beach at Łódź.png', 'Été'),
    aLink('Summer holiday plans', 'Holidays'),
    aLink('unholy'),
    aLink('Steuer 2024'),
  );
  await tagged(drive, 'unholy', 'unholy', ['Tax return', 'old']);
  await tagged(drive, 'Steuer-2024', 'Steuer 2024', ['tax RETURN']);
  const find = async (question: Partial<SearchQuestion>) => {
    const { docs, more } = await search(drive.catalog, drive.account, { text: '', limit: 50, ...question });
    return { names: docs.map(({ linkname }) => linkname), paths: docs.map(({ path }) => path), more };
  };
  return { drive, find };
}

describe('searching everywhere finds', () => {
  it('by the beginnings of words, whatever their case and accents, with the paths', async () => {
    const { find } = await shelf();
    expect(await find({ text: 'HOLI' })).toEqual({
      names: ['Holidays', 'Summer holiday plans'],
      paths: ['/', '/Holidays/'],
      more: false,
    });
    expect((await find({ text: 'lodz' })).paths).toEqual(['/Holidays/Été/']);
    expect((await find({ text: 'plan sum' })).names).toEqual(['Summer holiday plans']);
    expect((await find({ text: 'oliday' })).names).toEqual([]);
    expect((await find({ text: 'summer beach' })).names).toEqual([]);
  });

  it('by tags: their words when typed, and a tag as a whole', async () => {
    const { find } = await shelf();
    expect((await find({ text: 'retu' })).names).toEqual(['Steuer 2024', 'unholy']);
    expect((await find({ tag: 'TAX Return' })).names).toEqual(['Steuer 2024', 'unholy']);
    expect((await find({ tag: 'tax' })).names).toEqual([]);
    expect((await find({ tag: 'tax return', text: 'unh' })).names).toEqual(['unholy']);
  });

  it('what an element is called now, and nothing that is gone', async () => {
    const { drive, find } = await shelf();
    await tagged(drive, 'unholy', 'renamed', []);
    expect((await find({ text: 'unholy' })).names).toEqual([]);
    expect((await find({ text: 'renam' })).names).toEqual(['renamed']);
    await remove(drive, ['Holidays']);
    expect((await find({ text: 'holi' })).names).toEqual([]);
  });

  it('as many as are asked for, also when thousands wait to be purged', async () => {
    const { drive, find } = await shelf();
    await drive.given(aFolder('big'), ...manyFiles('big', 3000));
    const some = await find({ text: 'png', limit: 10 });
    expect([some.names.length, some.more]).toEqual([10, true]);
    await remove(drive, ['big']);
    expect(await find({ text: 'png', limit: 10 })).toMatchObject({
      names: ['Beach at Łódź.png'],
      more: false,
    });
  });

  it('nothing for nothing', async () => {
    const { find } = await shelf();
    for (const text of ['', '  ', '?!'])
      expect(await find({ text })).toMatchObject({ names: [], more: false });
  });
});

describe('the built-in elements', () => {
  it('are found everywhere and in the root while they are shown, after the own ones', async () => {
    const { drive, find } = await shelf();
    await drive.given(aLink('Vimeography'));
    expect((await find({ text: 'vim' })).names).toEqual(['Vimeo', 'Vimeography']);
    expect(await find({ text: 'vim', limit: 1 })).toMatchObject({ names: ['Vimeography'], more: true });
    expect((await find({ text: 'mail', within: { url: '/' } })).names).toEqual(hasMail);
    expect((await find({ tag: 'Mail' })).names).toEqual(['Gmail', ...hasMail.slice(1), 'Outlook'].toSorted());
    expect((await find({ text: 'mail', within: { url: '/Holidays/' } })).names).toEqual([]);
    await showBuiltIns(drive.catalog, drive.account.drive, drive.opId(), false);
    expect((await find({ text: 'vim' })).names).toEqual(['Vimeography']);
    expect((await find({ text: 'mail', within: { url: '/' } })).names).toEqual([]);
  });
  const hasMail = ['Gmail', 'Proton Mail', 'Yahoo Mail'];
});

describe('searching a folder finds', () => {
  it('what has the text anywhere in its name, in that folder alone', async () => {
    const { find } = await shelf();
    const root = { within: { url: '/' } };
    expect((await find({ text: 'HOL', ...root })).names).toEqual(['Holidays', 'unholy']);
    expect((await find({ text: 'te', within: { url: '/Holidays/' } })).names).toEqual(['Été']);
    expect(await find({ text: 'lódz', within: { url: '/Holidays/Été/' } })).toMatchObject({
      names: ['Beach at Łódź.png'],
      paths: ['/Holidays/Été/'],
    });
    expect((await find({ tag: 'OLD', ...root })).names).toEqual(['unholy']);
    await expect(find({ text: 'a', within: { url: '/nowhere/' } })).rejects.toMatchObject({ status: 404 });
  });

  it('as many as are asked for, of however many', async () => {
    const { drive, find } = await shelf();
    await drive.given(aFolder('big'), ...manyFiles('big', 5000));
    const within = { url: '/big/' };
    expect((await find({ text: '4999', within })).names).toEqual(['n4999.png']);
    const some = await find({ text: 'n49', within, limit: 3 });
    expect([some.names, some.more]).toEqual([['n49.png', 'n490.png', 'n4900.png'], true]);
  });
});
