import { packZip, type FileToUpload } from '@skyshelf/testing';
import sharp from 'sharp';
import { byFfmpeg } from '../by-ffmpeg.js';

/** Makes a file that asks more of a tool the larger `size` is, 1 to 5. */
type Maker = (size: number) => Promise<Buffer> | Buffer;

/** Coarse noise: no format makes it small, and it is quickly made. */
const noise = (width: number, height: number) => {
  const across = Math.ceil(width / 100);
  const down = Math.ceil(height / 100);
  const pixels = Buffer.from(Array.from({ length: across * down * 3 }, (_, n) => (n * 7919) % 251));
  return sharp(pixels, { raw: { width: across, height: down, channels: 3 } }).resize(width, height, {
    kernel: 'nearest',
    fit: 'fill',
  });
};
const wide = (size: number) => [4000 + 1500 * size, 3000 + 1200 * size] as const;

const x264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p';
const HOUR = 3600;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org';
function officeFile(
  main: string,
  type: string,
  content: string,
  others: Record<string, string> = {},
): Buffer {
  return packZip({
    '[Content_Types].xml': `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    [main]: XML + content,
    ...others,
  });
}
const docx = (body: string) =>
  officeFile(
    'word/document.xml',
    'wordprocessingml.document',
    `<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  );
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const cell = (inner: string) => `<w:tc><w:tcPr/>${inner}</w:tc>`;
const xlsx = (rows: string) =>
  officeFile(
    'xl/workbook.xml',
    'spreadsheetml.sheet',
    `<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    {
      'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    },
  );
const repeat = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join('');
const ods = (table: string) =>
  packZip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': `${XML}<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="/" m:media-type="application/vnd.oasis.opendocument.spreadsheet"/><m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>`,
    'content.xml': `${XML}<o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:x="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><o:body><o:spreadsheet><t:table t:name="A">${table}</t:table></o:spreadsheet></o:body></o:document-content>`,
  });

const makers: Record<string, Maker> = {
  'progressive.jpg': (size) =>
    noise(...wide(size))
      .jpeg({ progressive: true, quality: 80 })
      .toBuffer(),
  'interlaced.png': (size) =>
    noise(...wide(size))
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer(),
  'deep.png': (size) =>
    noise(...wide(size))
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer(),
  'large.avif': (size) =>
    noise(...wide(size))
      .avif({ effort: 0 })
      .toBuffer(),
  'lossless.webp': (size) =>
    noise(...wide(size))
      .webp({ lossless: true, effort: 0 })
      .toBuffer(),
  'large.tiff': (size) =>
    noise(...wide(size))
      .tiff({ compression: 'lzw' })
      .toBuffer(),
  'square.mp4': (size) => {
    const side = 4096 + 1024 * (size - 1);
    return byFfmpeg('a.mp4', `-f lavfi -i color=teal:s=${side}x${side}:r=5:d=1 ${x264}`);
  },
  'hours-apart.mp4': (size) => {
    const apart = `-vf setpts=N*${size}*${HOUR}/TB -fps_mode vfr`;
    return byFfmpeg('a.mp4', `-f lavfi -i testsrc2=s=640x360:r=1:d=2 ${apart} ${x264}`);
  },
  'hardly-frames.mkv': (size) =>
    byFfmpeg('a.mkv', `-f lavfi -i testsrc2=s=1280x720:r=1/600:d=${600 * 12 * size} ${x264}`),
  'wide.avi': (size) =>
    byFfmpeg('a.avi', `-f lavfi -i testsrc2=s=${3000 + 1000 * size}x64:r=25:d=4 -c:v mpeg4`),
  'no-key.ts': (size) =>
    byFfmpeg('a.ts', `-f lavfi -i testsrc2=s=1920x1080:r=25:d=${8 * size} ${x264} -g 100000`),
  'nested.docx': (size) => {
    const depth = 100 * size;
    const open = `<w:tbl><w:tblPr/><w:tr><w:tc><w:tcPr/>`;
    return docx(
      `${open.repeat(depth)}${paragraph('deep')}${`</w:tc></w:tr></w:tbl>${paragraph('')}`.repeat(depth)}`,
    );
  },
  'long.docx': (size) =>
    docx(repeat(60_000 * size, (n) => paragraph(`Line ${n} of very many that no one reads`))),
  'table.docx': (size) =>
    docx(
      `<w:tbl><w:tblPr/>${repeat(3000 * size, (n) => `<w:tr>${repeat(20, () => cell(paragraph(String(n))))}</w:tr>`)}</w:tbl>${paragraph('')}`,
    ),
  'nested.rtf': (size) =>
    Buffer.from(`{\\rtf1\\ansi ${'{\\b '.repeat(40_000 * size)}deep${'}'.repeat(40_000 * size)}}`),
  'long.xlsx': (size) =>
    xlsx(repeat(100_000 * size, (n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c></row>`)),
  'wide.xlsx': (size) =>
    xlsx(repeat(20 * size, (n) => `<row r="${n + 1}">${repeat(16_000, (c) => `<c><v>${c}</v></c>`)}</row>`)),
  'formulas.xlsx': (size) =>
    xlsx(repeat(20_000 * size, (n) => `<row r="${n + 1}"><c r="A${n + 1}"><f>SUM(A1:A${n})</f></c></row>`)),
  'repeated.ods': (size) =>
    ods(
      `<t:table-row t:number-rows-repeated="${200_000 * size}"><t:table-cell t:number-columns-repeated="1000"><x:p>1</x:p></t:table-cell></t:table-row>`,
    ),
  'wide.csv': (size) =>
    Buffer.from(`${Array.from({ length: 10_000 * size }, (_, n) => n).join(',')}\n`.repeat(20)),
};

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  tiff: 'image/tiff',
  mp4: 'video/mp4',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  ts: 'video/mp2t',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv',
};

/** Twenty sorts in three sizes each: files that tools need much memory or time for. */
export const heavyFiles = [1, 3, 5].flatMap((size) =>
  Object.entries(makers).map(([kind, make]) => {
    const ending = kind.split('.')[1] ?? '';
    const type = types[ending] ?? `image/${ending}`;
    return { name: `${size}-${kind}`, type, make: async () => make(size) };
  }),
) satisfies (Omit<FileToUpload, 'bytes'> & { make(): Promise<Buffer> })[];
