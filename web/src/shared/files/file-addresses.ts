import { createContext, useContext } from 'react';
import { isVisit } from '../session/visit.js';
import { downloadPath, filePath } from './paths.js';

/** Only their owner may read files of the trash, and only by saying so. */
export const IN_TRASH = '?trash=1';

export interface FileAddresses {
  /** Nothing is made of the files any more: what was made before is shown. */
  isFixed: boolean;
  /** A browser reads the file's bytes there. */
  path: (address: string) => string;
  download: (addresses: readonly string[]) => string;
}

const ofShelf: FileAddresses = { isFixed: isVisit, path: filePath, download: downloadPath };

export const ofTrash: FileAddresses = {
  isFixed: true,
  path: (address) => `${filePath(address)}${IN_TRASH}`,
  download: (addresses) => `${downloadPath(addresses)}&trash=1`,
};

const Context = createContext(ofShelf);
export const FilesFrom = Context.Provider;
export const useFileAddresses = (): FileAddresses => useContext(Context);
