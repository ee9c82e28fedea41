import { createContext, useContext } from 'react';
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

export const ofShelf: FileAddresses = { isFixed: false, path: filePath, download: downloadPath };

/** @param mark what their owner says in each address */
const fixed = (mark: 'trash' | 'version'): FileAddresses => ({
  isFixed: true,
  path: (address) => `${filePath(address)}?${mark}=1`,
  download: (addresses) => `${downloadPath(addresses)}&${mark}=1`,
});

export const ofTrash = /* @__PURE__ */ fixed('trash');
export const ofVersion = /* @__PURE__ */ fixed('version');

const Context = createContext(ofShelf);
export const FilesFrom = Context.Provider;
export const useFileAddresses = (): FileAddresses => useContext(Context);
