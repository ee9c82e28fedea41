/** Runs in the image of the role `document`: makes of documents what the role makes. */
import sharp from 'sharp';
import { kinds } from '../src/kinds/registry.js';
import { generatedDocuments } from './corpus/documents/generated.js';
import { makeOfBytes } from './make-of-bytes.js';

const FILES = ['letter.docx', 'table.xlsx', 'slides.pptx', 'open.odt', 'rich.rtf', 'rows.csv', 'plain.txt'];

for (const file of FILES) {
  const source = generatedDocuments[file]?.() ?? Buffer.alloc(0);
  const pdf = bytesOf(await makeOfBytes(kinds.pdf, source, file.split('.').at(-1)), file);
  if (pdf.toString('latin1', 0, 5) !== '%PDF-') throw new Error(`What was made of ${file} is no PDF.`);
  const page = bytesOf(await makeOfBytes(kinds.page, pdf, 'pdf'), `the PDF of ${file}`);
  const { entropy } = await sharp(page).greyscale().stats();
  if (entropy === 0) throw new Error(`The page of ${file} is blank.`);
}
process.stdout.write(`${FILES.length} documents\n`);
process.exit();

function bytesOf(made: Awaited<ReturnType<typeof makeOfBytes>>, of: string): Buffer {
  if ('refused' in made || !made.bytes) throw new Error(`${of}: ${JSON.stringify(made)}`);
  return made.bytes;
}
