import { describe, expect, it } from 'vitest';
import {
  editableName,
  extensionOf,
  hasExtension,
  renamedFile,
  splitFileName,
  uploadName,
  editedName,
} from './file-names.js';

describe('the name of an uploaded file', () => {
  const name = (sent: string) => uploadName(sent, () => 'random').name;

  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['a:b?.jpg', 'ab.jpg'],
    ['“quoted” – text….png', 'quoted  text.png'],
    ['Brand™ ®©.pdf', 'Brand .pdf'],
    ['\u202Egpj.exe', 'gpj.exe'],
    ['a\u0000b\n.png', 'ab.png'],
    ['x\ud800.png', 'x.png'],
    ['C:\\temp\\a.png', 'Ctempa.png'],
    ['Übung (1) & mehr!.docx', 'Übung (1) & mehr!.docx'],
    ['Cafe\u0301.png', 'Café.png'],
    ['.gitignore', '.gitignore'],
    [' a.png ', 'a.png'],
    ['\u06a9\u200c\u0647.pdf\u200b\u2060', '\u06a9\u200c\u0647.pdf'],
    ['👨\u200d👩.png', '👨\u200d👩.png'],
  ])('%j is kept as %j [F5.15]', (sent, kept) => expect(name(sent)).toBe(kept));

  it.each([
    ['???.png', 'random.png'],
    ['***', 'random'],
    ['..', 'random'],
    ['\u200b', 'random'],
    ['"".PNG', 'random.PNG'],
  ])('%j gets a random one: %j [F5.16]', (sent, kept) => expect(name(sent)).toBe(kept));

  it('tells whether something was stripped', () => {
    expect(uploadName('a#b.png', () => '').renamed).toBe(true);
    expect(uploadName('ab.png', () => '').renamed).toBe(false);
    expect(uploadName('Cafe\u0301.png', () => '').renamed).toBe(false);
  });
});

describe('the extension of a file', () => {
  it.each([
    ['a.JPG', 'jpg'],
    ['a.tar.gz', 'gz'],
    ['noext', null],
    ['.hidden', null],
    ['Mr. Smith', null],
    ['a.', null],
    ['b.c++', 'c++'],
  ])('of %j is %j', (name, extension) => expect(extensionOf(name)).toBe(extension));

  it('keeps its case in the name', () =>
    expect(splitFileName('a.JPG')).toEqual({ stem: 'a', suffix: 'JPG' }));
});

describe('renaming a file', () => {
  const renamed = (name: string, sent: string) => renamedFile({ name, extension: extensionOf(name) }, sent);

  it.each([
    ['photo.jpg', 'beach', 'beach.jpg'],
    ['photo.jpg', 'beach.jpg', 'beach.jpg'],
    ['photo.jpg', 'beach.JPG', 'beach.jpg'],
    ['photo.jpg', 'beach.png', 'beach.png.jpg'],
    ['photo.jpg', 'a/b', 'ab.jpg'],
    ['readme', 'notes', 'notes'],
    ['a.jpg', 'x\u0085y  z', 'xy  z.jpg'],
    ['a.jpg', '\u202Egpj', 'gpj.jpg'],
    ['a.JPG', 'b', 'b.JPG'],
  ])('%s to %s makes it %s', (present, sent, kept) => expect(renamed(present, sent).value).toBe(kept));

  it.each(['', '  ', '.jpg', '??', '...'])('to %j says that the field is required', (sent) =>
    expect(renamed('photo.jpg', sent).refusal).toBe('name.required'),
  );

  it('that came without an extension gives it none', () => {
    expect(renamedFile({ name: 'x.png', extension: null }, 'a').value).toBe('a');
  });

  it('keeps the whole within 255 characters', () => {
    expect(renamed('a.jpg', 'b'.repeat(251)).value).toHaveLength(255);
    expect(renamed('a.jpg', '🙂'.repeat(251)).refusal).toBeNull();
    expect(renamed('a.jpg', 'b'.repeat(252)).refusal).toBe('name.too-long');
  });
});

describe('the form that renames a file', () => {
  it.each([
    ['Photo.JPG', 'jpg', 'Photo', '.JPG'],
    ['a.tar.gz', 'gz', 'a.tar', '.gz'],
    ['a.jpg.jpg', 'jpg', 'a.jpg', '.jpg'],
    ['README', null, 'README', ''],
    ['.env', null, '.env', ''],
    ['x.png', null, 'x.png', ''],
  ])('of %s (%s) lets %j be edited and keeps %j', (name, extension, stem, ending) => {
    const file = { name, extension };
    expect(editableName(file)).toEqual({ stem, ending });
    // Saved without a change, the name stays.
    expect(renamedFile(file, stem + ending).value).toBe(name);
  });
});

describe('a refused extension', () => {
  const isText = (name: string) => hasExtension(name, new Set(['txt']));
  it.each(['a.txt', 'a.TXT', '.txt', 'a.txt. .', 'a.txt...', 'a.b.txt ', 'a.txt\u200b'])(
    'is that of %j',
    (name) => expect(isText(name)).toBe(true),
  );
  it.each(['a.md', 'txt', 'a.txt.md', 'a.txtx', '', '...'])('is not that of %j', (name) =>
    expect(isText(name)).toBe(false),
  );
});

const folder = { name: 'Trip (2)', extension: null, isFile: false };
const file = { name: 'a!.jpg', extension: 'jpg', isFile: true };

it.each([
  ['a folder without a change', folder, 'Trip (2)', 'Trip (2)'],
  ['a folder', folder, 'Trip (3)', 'Trip 3'],
  ['a file without a change', file, 'a!.jpg', 'a!.jpg'],
  ['a file', file, 'b/c!.jpg', 'bc!.jpg'],
])('%s is renamed by its own rule', (_, present, sent, name) =>
  expect(editedName(present, sent)).toEqual({ value: name, refusal: null }),
);
