import { lazy } from 'react';
import type { ElementView } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../shared/listings/listing.js';
import { browserEnvironment } from './browser-environment.js';
import { chosenFiles, readDrop, uploadTree } from './tree/dropped-tree.js';
import { httpTransport } from './http-transport.js';
import type { Sending } from './machine/upload.js';
import { UploadBox } from './upload-dock.js';
import type { UploadEngine } from './upload-engine.js';
import type { NewUpload } from './upload-port.js';

export { uploadEngineOf, useUploadEngine } from './page-uploads.js';
export { isUnsettled } from './machine/upload.js';

/** Reads the drop synchronously: call it in the event handler. The folder may come later, null when it is not there. */
export const uploadDrop = (
  engine: UploadEngine,
  into: TargetFolder | Promise<TargetFolder | null>,
  data: DataTransfer,
): void => {
  const tree = readDrop(data);
  void Promise.resolve(into).then((folder) => folder && uploadTree(engine, folder, tree));
};

export const uploadChosen = (
  engine: UploadEngine,
  targetFolder: TargetFolder,
  files: readonly NewUpload[],
): void => void uploadTree(engine, targetFolder, chosenFiles(files));

/**
 * Loads its code when first used: only the import of bookmarks needs it.
 * @throws {ApiFailure} the server's
 */
export const uploadOne = async (
  targetFolder: TargetFolder,
  file: File,
  sending: Sending,
): Promise<ElementView> => {
  const { uploadApart } = await import('./upload-apart.js');
  const deps = { transport: httpTransport, environment: browserEnvironment() };
  return uploadApart(deps, { targetFolder, file, ...sending });
};

export const prepareUploads = (): void => void UploadBox.load().catch(() => undefined);

export const UploadSources = lazy(() => import('./dialog/upload-sources.js'));
