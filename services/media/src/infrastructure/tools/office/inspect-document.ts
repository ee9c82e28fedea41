import { isUtf8 } from 'node:buffer';
import { open, type FileHandle } from 'node:fs/promises';
import { JobRefusal } from '../../../domain/refusal.js';
import { compoundStreams, isEncrypted } from './compound-file.js';
import { bytesAt, zipContent, zipDirectory, type ZipEntry } from './zip-directory.js';

export const documentRefusals = {
  locked: 'The file is protected by a password.',
  damaged: 'The file is damaged or is not a document.',
  bomb: 'The file unpacks to more than is allowed.',
} as const;

/** LibreOffice's names. */
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
/** Bytes. */
const LOOKED_AT = 64 * 1024;
const SEPARATORS: Readonly<Record<string, number>> = { csv: 44, tsv: 9 };

/**
 * By content, text by its extension: nothing is opened as something else, no garbage printed as text.
 * @throws JobRefusal when there will be no PDF of it
 */
export async function documentFilter(path: string, extension: string): Promise<string> {
  const file = await open(path);
  try {
    const begin = await bytesAt(file, 0, LOOKED_AT);
    if (begin.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return await ofZip(file, extension);
    if (begin.subarray(0, 4).toString('hex') === 'd0cf11e0') return await ofCompound(file);
    if (begin.subarray(0, 5).toString('latin1') === '{\\rtf') return filters.rtf;
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

function ofText(begin: Buffer, extension: string): string {
  const separator = SEPARATORS[extension];
  if (separator === undefined && extension !== 'txt') return refuse('damaged');
  const charset = charsetOf(begin);
  return separator === undefined
    ? `Text (encoded):${charset},LF,,,`
    : `Text - txt - csv (StarCalc):${separator},34,${charset === 'MS_1252' ? 1 : charset === 'UTF8' ? 76 : 65535}`;
}

function charsetOf(begin: Buffer): string {
  const mark = begin.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return 'UNICODE';
  if (begin.includes(0)) return refuse('damaged');
  // The last character may be cut in two where the file goes on.
  const cuts = begin.length < LOOKED_AT ? [0] : [0, 1, 2, 3];
  return cuts.some((cut) => isUtf8(begin.subarray(0, begin.length - cut))) ? 'UTF8' : 'MS_1252';
}

function refuse(why: keyof typeof documentRefusals): never {
  throw new JobRefusal(documentRefusals[why]);
}
