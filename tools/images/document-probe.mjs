/** Runs in the image of media's role `document`: makes of documents what the role makes, by its own code. */
import sharp from 'sharp';
import { kinds } from '../../services/media/src/kinds/registry.js';
import { generatedDocuments } from '../../services/media/testing/corpus/documents/generated.js';
import { makeOfBytes } from '../../services/media/testing/make-of-bytes.js';

const FILES = ['letter.docx', 'table.xlsx', 'slides.pptx', 'open.odt', 'rich.rtf', 'rows.csv', 'plain.txt'];

for (const file of FILES) {
  const pdf = await makeOfBytes(kinds.pdf, generatedDocuments[file](), file.split('.').at(-1));
  if (pdf.bytes?.toString('latin1', 0, 5) !== '%PDF-') throw new Error(`${file}: ${pdf.refused}`);
  const page = await makeOfBytes(kinds.page, pdf.bytes, 'pdf');
  if (!page.bytes) throw new Error(`The page of ${file}: ${page.refused}`);
  const { entropy } = await sharp(page.bytes).greyscale().stats();
  if (entropy === 0) throw new Error(`The page of ${file} is blank.`);
}
process.stdout.write(`${FILES.length} documents\n`);
process.exit();
