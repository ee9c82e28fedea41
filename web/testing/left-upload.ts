import { KEPT_VERSION, type KeptUpload } from '../src/features/uploads/kept/kept-upload.js';

/** An upload that a page before has left. */
export const leftUpload = (
  name: string,
  state: Pick<KeptUpload, 'status'> & Partial<KeptUpload>,
): KeptUpload => ({
  version: KEPT_VERSION,
  id: name,
  key: name,
  drive: 'd',
  tab: 't',
  order: 1,
  group: 1,
  name,
  path: [],
  targetFolder: { url: '/', folderId: 'root' },
  chosenName: name,
  size: 10,
  type: '',
  modified: 7,
  source: null,
  message: null,
  call: null,
  grant: null,
  receipt: null,
  isTaken: false,
  ifTaken: null,
  ...state,
});
