import { counted } from './counted.js';

/** They are fetched with the dialog. */
export const detailsTexts = {
  title: 'Details',
  notMade: 'Not made',
  kind: 'Kind',
  size: 'Size',
  exact: (size: string, bytes: string) => `${size} (${bytes} Bytes)`,
  dimensions: 'Dimensions',
  pixels: (width: number, height: number) => `${width} × ${height}`,
  path: 'Path',
  address: 'Address',
  added: 'Added',
  modified: 'Modified',
  opened: 'Opened',
  times: (count: number) => counted(count, 'time', 'times'),
  tags: 'Tags',
  contents: 'Contents',
  inFolders: 'In folders',
  without: (folders: number) => `without ${counted(folders, 'folder', 'folders')}`,
  period: (from: string, to: string) => `${from} – ${to}`,
  commonTags: 'Common tags',
  noCommonTags: 'None',
  severalFolders: 'Several folders',
  unknown: 'Could not be counted',
} as const;
