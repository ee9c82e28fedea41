import { lazy } from 'react';
import type { TargetFolder } from '../../shared/listings/listing.js';
import { chosenFiles, readDrop, uploadTree } from './tree/dropped-tree.js';
import { httpTransport } from './http-transport.js';
import { UploadBox } from './upload-dock.js';
import { environment, uploadOne as uploadApart, uploads } from './uploads.js';
import type { NewUpload } from './upload-port.js';

export { uploads };
export { isUnsettled } from './machine/upload.js';

/** Reads the drop synchronously: call it in the event handler. The folder may come later, null when it is not there. */
export const uploadDrop = (into: TargetFolder | Promise<TargetFolder | null>, data: DataTransfer): void => {
  const tree = readDrop(data);
  void Promise.resolve(into).then((folder) => folder && uploadTree(uploads, folder, tree));
};

export const uploadChosen = (targetFolder: TargetFolder, files: readonly NewUpload[]): void =>
  void uploadTree(uploads, targetFolder, chosenFiles(files));

export const uploadOne = uploadApart.bind(null, { transport: httpTransport, environment });

export const prepareUploads = (): void => void UploadBox.load().catch(() => undefined);

export const UploadSources = lazy(() => import('./dialog/upload-sources.js'));
