import { open, type FileHandle } from 'node:fs/promises';
import { guessEncoding, type TextEncoding } from '@skyshelf/contracts/text';
import { JobRefusal } from '../../../domain/refusal.js';
import { bytesAt, zipContent, zipDirectory, type ZipEntry } from './zip-directory.js';

export const documentRefusals = {
  locked: 'The file is protected by a password.',
  damaged: 'The file is damaged or is not a document.',
  bomb: 'The file unpacks to more than is allowed.',
} as const;

const filters = {
  docx: 'MS Word 2007 XML',
  xlsx: 'Calc MS Excel 2007 XML',
  pptx: 'Impress MS PowerPoint 2007 XML',
  doc: 'MS Word 97',
  xls: 'MS Excel 97',
  ppt: 'MS PowerPoint 97',
  odt: 'writer8',
  ods: 'calc8',
  odp: 'impress8',
  odg: 'draw8',
  rtf: 'Rich Text Format',
  pages: 'Apple Pages',
  numbers: 'Apple Numbers',
  key: 'Apple Keynote',
} as const;
type Format = keyof typeof filters;

const MAIN_PARTS: readonly [string, Format][] = [
  ['word/document', 'docx'],
  ['xl/workbook', 'xlsx'],
  ['ppt/presentation', 'pptx'],
];
const STREAMS: readonly [string, Format][] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
];
const OPEN_DOCUMENTS: readonly [string, Format][] = [
  ['text', 'odt'],
  ['spreadsheet', 'ods'],
  ['presentation', 'odp'],
  ['graphics', 'odg'],
];
const LOCKED_STREAMS = ['EncryptedPackage', 'EncryptedSummary'];
/** A table of a million rows takes a third of it. */
const MOST_UNPACKED = 1024 * 1024 * 1024;
const LOOKED_AT = 64 * 1024;
const SEPARATORS: Readonly<Record<string, number>> = { csv: 44, tsv: 9 };

export interface DocumentFormat {
  /** The name and the options of LibreOffice's filter; for text those of UTF-8. */
  filter: string;
  encoding?: TextEncoding;
}

/**
 * By content, text by its extension: nothing is opened as something else, no garbage printed as text.
 * @throws JobRefusal when there will be no PDF of it
 */
export async function documentFormat(path: string, extension: string): Promise<DocumentFormat> {
  const file = await open(path);
  try {
    const begin = await bytesAt(file, 0, LOOKED_AT);
    if (begin.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
      return { filter: await ofZip(file, extension) };
    if (begin.subarray(0, 4).toString('hex') === 'd0cf11e0') return { filter: await ofCompound(file) };
    if (begin.subarray(0, 5).toString('latin1') === '{\\rtf') return { filter: filters.rtf };
    return ofText(begin, extension);
  } finally {
    await file.close();
  }
}

async function ofZip(file: FileHandle, extension: string): Promise<string> {
  const entries = (await zipDirectory(file)) ?? refuse('damaged');
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > MOST_UNPACKED) refuse('bomb');
  const part = MAIN_PARTS.find(([name]) => entries.some((each) => each.name.startsWith(name)));
  if (part) return filters[part[1]];
  const declared = await textOf(file, entries, 'mimetype');
  const open = OPEN_DOCUMENTS.find(([name]) =>
    declared.startsWith(`application/vnd.oasis.opendocument.${name}`),
  );
  if (open) {
    if ((await textOf(file, entries, 'META-INF/manifest.xml')).includes('encryption-data')) refuse('locked');
    return filters[open[1]];
  }
  const isApple = entries.some(({ name }) => /^Index(\/Document\.iwa|\.zip)$/.test(name));
  const apple = (['pages', 'numbers', 'key'] as const).find((each) => each === extension);
  return isApple && apple ? filters[apple] : refuse('damaged');
}

async function textOf(file: FileHandle, entries: readonly ZipEntry[], name: string): Promise<string> {
  const entry = entries.find((each) => each.name === name);
  return entry ? String(await zipContent(file, entry, 1024 * 1024)) : '';
}

async function ofCompound(file: FileHandle): Promise<string> {
  const streams = await compoundStreams(file);
  if (streams.some(({ name }) => LOCKED_STREAMS.includes(name))) refuse('locked');
  for (const [name, format] of STREAMS) {
    const stream = streams.find((each) => each.name === name);
    if (!stream) continue;
    if (format !== 'ppt' && (await isEncrypted(file, stream))) refuse('locked');
    return filters[format];
  }
  return refuse('damaged');
}

function ofText(begin: Buffer, extension: string): DocumentFormat {
  const separator = SEPARATORS[extension];
  if (separator === undefined && extension !== 'txt') return refuse('damaged');
  const encoding = guessEncoding(begin);
  if (!encoding.startsWith('utf-16') && begin.includes(0)) return refuse('damaged');
  const filter =
    separator === undefined ? 'Text (encoded):UTF8,LF,,,' : `Text - txt - csv (StarCalc):${separator},34,76`;
  return { filter, encoding };
}

function refuse(why: keyof typeof documentRefusals): never {
  throw new JobRefusal(documentRefusals[why]);
}

interface CompoundStream {
  name: string;
  offset: number;
}

/** The sectors of a directory: the largest have 32 names each. */
const MOST_SECTORS = 64;
const END_OF_CHAIN = 0xfffffffa;

/** MS-CFB: .doc, .xls, .ppt, encrypted documents; what is broken ends the list. */
async function compoundStreams(file: FileHandle): Promise<CompoundStream[]> {
  const header = await bytesAt(file, 0, 512);
  if (header.length < 512) return [];
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return [];
  const size = 1 << shift;
  const offsetOf = (sector: number) => (sector + 1) * size;
  const streams: CompoundStream[] = [];
  let sector = header.readUInt32LE(48);
  for (let read = 0; read < MOST_SECTORS && sector < END_OF_CHAIN; read += 1) {
    const entries = await bytesAt(file, offsetOf(sector), size);
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const length = Math.min(64, entries.readUInt16LE(at + 64));
      const name = entries.toString('utf16le', at, at + Math.max(0, length - 2));
      if (name) streams.push({ name, offset: offsetOf(entries.readUInt32LE(at + 116)) });
    }
    sector = await nextSector(file, header, sector, size);
  }
  return streams;
}

/** The header names the table's first 109 parts: enough for files of 6 MB. */
async function nextSector(file: FileHandle, header: Buffer, sector: number, size: number): Promise<number> {
  const part = Math.floor(sector / (size / 4));
  if (part >= 109) return END_OF_CHAIN;
  const table = header.readUInt32LE(76 + part * 4);
  if (table >= END_OF_CHAIN) return END_OF_CHAIN;
  const entry = await bytesAt(file, (table + 1) * size + (sector % (size / 4)) * 4, 4);
  return entry.length === 4 ? entry.readUInt32LE() : END_OF_CHAIN;
}

const WORD_ENCRYPTED = 0x0100;
const FILE_PASS = 0x2f;

/** MS-DOC: a flag at its beginning; MS-XLS: a record among the first. */
async function isEncrypted(file: FileHandle, { name, offset }: CompoundStream): Promise<boolean> {
  const begin = await bytesAt(file, offset, 4096);
  if (name === 'WordDocument') return begin.length >= 12 && (begin.readUInt16LE(10) & WORD_ENCRYPTED) !== 0;
  for (let at = 0; at + 4 <= begin.length; at += 4 + begin.readUInt16LE(at + 2))
    if (begin.readUInt16LE(at) === FILE_PASS) return true;
  return false;
}
