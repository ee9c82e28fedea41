import type { BlobId, DerivativeKind } from '@skyshelf/contracts';
import { expect, it, vi } from 'vitest';
import { testDrive } from '../../testing/catalog-subject.js';
import { aDerivation, aFile, aFolder } from '../../testing/facts.js';
import { paste, standing } from '../../testing/shelf-commands.js';
import { describeElements } from './commands/describe-elements.js';
import { elementView } from './element-view.js';
import { unusedBlobs } from './reads/blobs-in-use.js';

// The one row that a new kind is, outside of media.
vi.mock('../../../../libs/contracts/src/derivatives.js', async (original) => {
  const { derivatives } = await original<typeof import('@skyshelf/contracts')>();
  const pdf = { mediaType: 'application/pdf', maxBytes: 100, viewField: 'openElement' };
  return { derivatives: { ...derivatives, pdf } };
});

it('a kind is kept, shown, copied and held on to by its row in the table alone', async () => {
  const drive = testDrive();
  const { catalog, account, opId } = drive;
  await drive.given(aFile('a.docx'), aFolder('f'));
  const pdf = aDerivation('a.docx', {
    kind: 'pdf' as DerivativeKind,
    result: { blobId: 'made' as BlobId, bytes: 10 },
    sourceDimensions: null,
  });
  await describeElements(catalog, account.drive, opId(), [aDerivation('a.docx'), pdf]);
  await paste(drive, 'copy', 'f', 'a.docx');
  const files = (await standing(drive)).filter(({ row }) => row.class === 'item');
  const shown = {
    openElement: 'Cloud/made/local|alice###pdf.pdf',
    thumbnailImage: 'Cloud/small-a-docx/local|alice###thumbnail.webp',
    confirm: true,
  };
  expect(files.map(({ row }) => elementView(row, '/', account.sub))).toMatchObject([shown, shown]);
  expect(await unusedBlobs(catalog, account.drive, ['made', 'other'] as BlobId[])).toEqual(['other']);
});
