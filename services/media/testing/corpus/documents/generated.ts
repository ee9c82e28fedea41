import { packZip } from '@skyshelf/testing';
import { compoundDocument } from './compound-document.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'application/vnd.openxmlformats-officedocument';

interface Relation {
  type: string;
  target: string;
  external?: true;
}
const relations = (all: readonly Relation[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(
      ({ type, target, external }, nth) =>
        `<Relationship Id="r${nth + 1}" Type="${OFFICE}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

const types = (parts: Record<string, string>): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    parts,
  )
    .map(([name, type]) => `<Override PartName="${name}" ContentType="${MAIN}.${type}+xml"/>`)
    .join('')}</Types>`;

const office = (main: string, type: string, parts: Record<string, string>, more = {}): Buffer =>
  packZip({
    '[Content_Types].xml': types({ [`/${main}`]: `${type}.main`, ...more }),
    '_rels/.rels': relations([{ type: 'officeDocument', target: main }]),
    ...parts,
  });

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const paragraph = (inside: string): string => `<w:p>${inside}</w:p>`;
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;

/** @param inside further runs; `of`: what they refer to */
export const docx = (text: string, inside = '', of: readonly Relation[] = []): Buffer =>
  office('word/document.xml', 'wordprocessingml.document', {
    'word/document.xml': `${XML}<w:document ${W} xmlns:r="${OFFICE}"><w:body>${paragraph(run(text))}${inside}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(of),
  });

/** A picture and an OLE object that lie elsewhere. */
const DRAWING =
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
const linkedPicture = `<w:p><w:r><w:drawing ${DRAWING}><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="r1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const included = (address: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> INCLUDETEXT "${address}" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('kept words')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

/** A letter that asks for a picture and a text from other addresses. */
export const calling = (picture: string, text: string): Buffer =>
  docx('A letter that calls', `${linkedPicture}${included(text)}`, [
    { type: 'image', target: picture, external: true },
  ]);

export const xlsx = (): Buffer =>
  office(
    'xl/workbook.xml',
    'spreadsheetml.sheet',
    {
      'xl/workbook.xml': `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets><sheet name="Costs" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations([{ type: 'worksheet', target: 'worksheets/sheet1.xml' }]),
      'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Skyshelf sheet</t></is></c><c r="C1"><v>42</v></c></row></sheetData></worksheet>`,
    },
    { '/xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet' },
  );

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ${A} xmlns:r="${OFFICE}"`;
const TREE = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';

export const pptx = (): Buffer =>
  office(
    'ppt/presentation.xml',
    'presentationml.presentation',
    {
      'ppt/presentation.xml': `${XML}<p:presentation ${P}><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations([{ type: 'slide', target: 'slides/slide1.xml' }]),
      'ppt/slides/slide1.xml': `${XML}<p:sld ${P}><p:cSld><p:spTree>${TREE}<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="900000" y="900000"/><a:ext cx="6000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>Skyshelf slide</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    },
    { '/ppt/slides/slide1.xml': 'presentationml.slide' },
  );

const MODULE = 'Basic/Standard/Main.xml';
const onLoad =
  '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Main.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>';
const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const odf = (kind: string, body: string, manifest = '', more: Record<string, string> = {}): Buffer =>
  packZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `${XML}<office:document-content xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0" xmlns:table="${ODF}:table:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:script="${ODF}:script:1.0" xmlns:dom="http://www.w3.org/2001/xml-events" office:version="1.3">${more[MODULE] ? onLoad : ''}<office:body>${body}</office:body></office:document-content>`,
    'META-INF/manifest.xml': `${XML}<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${kind}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">${manifest}</manifest:file-entry>${Object.keys(
      more,
    )
      .map((name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`)
      .join('')}</manifest:manifest>`,
    ...more,
  });

export const odt = (inside = ''): Buffer =>
  odf('text', `<office:text><text:p>Skyshelf open text</text:p>${inside}</office:text>`);

/** A section whose text is another file's. */
export const readingOdt = (address: string): Buffer =>
  odt(
    `<text:section text:name="taken"><text:section-source xlink:href="${address}"/><text:p>kept words</text:p></text:section>`,
  );

/** Writes a file as soon as it is opened, if it may. */
export function macroOdt(target: string): Buffer {
  const library = 'xmlns:library="http://openoffice.org/2000/library"';
  const link = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
  const text = '<office:text><text:p>Skyshelf macro</text:p></office:text>';
  return odf('text', text, '', {
    'Basic/script-lc.xml': `${XML}<library:libraries ${library} ${link}><library:library library:name="Standard" library:link="false"/></library:libraries>`,
    'Basic/Standard/script-lb.xml': `${XML}<library:library ${library} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Main"/></library:library>`,
    [MODULE]: `${XML}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Main" script:language="StarBasic">Sub Main
Open &quot;${target}&quot; For Output As #1
Print #1, &quot;ran&quot;
Close #1
End Sub</script:module>`,
  });
}

export const ods = (): Buffer =>
  odf(
    'spreadsheet',
    '<office:spreadsheet><table:table table:name="t"><table:table-row><table:table-cell office:value-type="string"><text:p>Skyshelf open sheet</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
  );

/** Says that it unpacks to 4 GiB. */
function bomb(): Buffer {
  const honest = docx('boom');
  const entry = honest.indexOf(Buffer.from('PK\x01\x02'));
  honest.writeUInt32LE(0xfffffff0, entry + 24);
  return honest;
}

const encryptedWord = Buffer.alloc(4096);
encryptedWord.writeUInt16LE(0x0100, 10);
const encryptedSheet = Buffer.alloc(4096);
encryptedSheet.writeUInt16LE(0x0809, 0);
encryptedSheet.writeUInt16LE(16, 2);
encryptedSheet.writeUInt16LE(0x2f, 20);
const stream = (name: string, bytes = Buffer.alloc(4096)) => compoundDocument([{ name, bytes }]);

/** The documents of the corpus that are made when they are wanted. */
export const generatedDocuments: Readonly<Record<string, () => Buffer>> = {
  'letter.docx': () => docx('Skyshelf letter'),
  'table.xlsx': xlsx,
  'slides.pptx': pptx,
  'open.odt': () => odt(),
  'open.ods': ods,
  'rich.rtf': () => Buffer.from('{\\rtf1\\ansi Skyshelf rich text}'),
  'rows.csv': () => Buffer.from('name,town\nÀlice,Skyshelf rows\n'),
  'tabs.tsv': () => Buffer.from('name\ttown\nAlice\tSkyshelf tabs\n'),
  'plain.txt': () => Buffer.from('Skyshelf plain text: naïve 漢字\n'),
  'latin.txt': () => Buffer.from('Skyshelf caf\u00e9\n', 'latin1'),
  // "Покупки: хлеб, молоко, чай" and "名前,住所 山田,東京都", as iconv writes them.
  'koi8.txt': () => Buffer.from('f0cfcbd5d0cbc93a20c8ccc5c22c20cdcfcccfcbcf2c20dec1ca2e0a', 'hex'),
  'shift-jis.csv': () =>
    Buffer.from(
      '96bc914f2c8f5a8f8a0a8e52936391be98592c938c8b9e93730a97e996d889d48e712c91e58de3957b0a',
      'hex',
    ),
  'wide-unmarked.txt': () => Buffer.from('Skyshelf wide text\n', 'utf16le').swap16(),
  'wide.txt': () => Buffer.from('\ufeffSkyshelf wide text\n', 'utf16le'),
  'word-in-disguise.doc': () => docx('Skyshelf in disguise'),
  'locked.docx': () => stream('EncryptedPackage'),
  'locked.pptx': () => stream('EncryptedPackage'),
  'locked.doc': () => stream('WordDocument', encryptedWord),
  'locked.xls': () => stream('Workbook', encryptedSheet),
  'locked.odt': () => odf('text', '<office:text/>', '<manifest:encryption-data/>'),
  'garbage.docx': () => Buffer.from('This is no document at all.'),
  'cut.docx': () => docx('Skyshelf cut').subarray(0, 500),
  'empty.docx': () => Buffer.alloc(0),
  'archive.docx': () => packZip({ 'a.txt': 'just a zip' }),
  'broken.docx': () =>
    office('word/document.xml', 'wordprocessingml.document', { 'word/document.xml': '<w:document' }),
  'bomb.docx': bomb,
  'binary.txt': () => Buffer.from([0, 1, 2, 3, 255, 254]),
  'page.xls': () => Buffer.from('<html><script>alert(1)</script></html>'),
};
