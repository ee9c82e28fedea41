const quarters = ['.784 .157 .157', '.157 .627 .235', '.157 .275 .784', '.902 .784 .157'];
/** PDF counts upwards from the bottom left. */
const drawn = quarters
  .map((colour, n) => `${colour} rg ${(n % 2) * 300} ${n < 2 ? 200 : 0} 300 200 re f`)
  .join('\n');
const greyPage = '.5 g 0 0 600 400 re f';

interface Pdf {
  pages?: readonly string[];
  /** The entries of each page. */
  page?: string;
  catalog?: string;
  trailer?: string;
  box?: string;
}

/** A PDF of such pages, each 600 × 400 points. */
function pdf({
  pages = [drawn],
  page = '',
  catalog = '',
  trailer = '',
  box = '0 0 600 400',
}: Pdf = {}): Buffer {
  const first = 3;
  const kids = pages.map((_, n) => `${first + 2 * n} 0 R`).join(' ');
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    ...pages.flatMap((content, n) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents ${first + 2 * n + 1} 0 R${page}>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, n) => {
    const offset = text.length;
    text += `${n + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

const noise = (n: number) => `<${n.toString(16).padStart(2, '0').repeat(32)}>`;

/** Text whose font is not embedded, as programs of the nineties wrote it: its letters are found by a table of names. */
const lettersOf = (ordering: string, encoding: string, hex: string): Buffer =>
  pdf({
    pages: [`BT /F 60 Tf 40 200 Td <${hex}> Tj ET`],
    page:
      `/Resources<</Font<</F<</Type/Font/Subtype/Type0/BaseFont/Plain/Encoding/${encoding}/DescendantFonts[` +
      '<</Type/Font/Subtype/CIDFontType0/BaseFont/Plain/DW 1000' +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>` +
      '/FontDescriptor<</Type/FontDescriptor/FontName/Plain/Flags 6/FontBBox[0 -200 1000 900]' +
      '/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>]>>>>>>',
  });

/** The bytes of documents that contain only letters, by name. */
export const letterPages: Record<string, () => Buffer> = {
  'japanese.pdf': () => lettersOf('Japan1', '90ms-RKSJ-H', '93fa967b8cea'),
  'chinese.pdf': () => lettersOf('GB1', 'GBK-EUC-H', 'd6d0cec4'),
  'chinese-of-taiwan.pdf': () => lettersOf('CNS1', 'ETen-B5-H', 'a4a4a4e5'),
  'korean.pdf': () => lettersOf('Korea1', 'KSCms-UHC-H', 'c7d1b1db'),
  'unknown-letters.pdf': () => lettersOf('Nowhere1', 'Nowhere-H', 'c7d1b1db'),
  'blank.pdf': () => pdf({ pages: [''] }),
};

/** The bytes of the documents, by name. */
export const generatedPages: Record<string, () => Buffer> = {
  'plain.pdf': () => pdf(),
  'of-three-pages.pdf': () => pdf({ pages: [drawn, greyPage, greyPage] }),
  'turned.pdf': () => pdf({ page: '/Rotate 180' }),
  'with-script.pdf': () =>
    pdf({ catalog: '/OpenAction<</S/JavaScript/JS(while\\(true\\){})>>/AA<</WC<</S/Launch/F(/bin/sh)>>>>' }),
  'without-table.pdf': () =>
    Buffer.from(
      pdf()
        .toString('latin1')
        .replace(/xref[^]*(?=trailer)/, ''),
    ),
  'immense.pdf': () => pdf({ pages: [`333 0 0 333 0 0 cm ${drawn}`], box: '0 0 199800 133200' }),
  'locked.pdf': () =>
    pdf({
      trailer: `/ID[${noise(1)}${noise(1)}]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O ${noise(7)}/U ${noise(9)}>>`,
    }),
  'broken-off.pdf': () => pdf().subarray(0, 100),
  'without-pages.pdf': () => pdf({ pages: [] }),
  'text.pdf': () => Buffer.from('no document at all'),
  'empty.pdf': () => Buffer.alloc(0),
};
