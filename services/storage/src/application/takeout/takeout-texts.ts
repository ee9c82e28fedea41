import { ROOT_ID, type DriveTreeElement } from '@skyshelf/contracts';
import type { KeptText } from './kept-text.js';

export interface FileLocation {
  part: number;
  path: string;
  bytes: number;
}

export interface TakeoutCounts {
  folders: number;
  links: number;
  files: number;
  bytes: number;
  leftOut: number;
}

/** An element a line; format: decision 057. */
export class TakeoutJson {
  private isFirst = true;

  constructor(private readonly text: KeptText) {}

  begin(made: Date, settings: Readonly<Record<string, boolean>>): Promise<void> {
    const head = { format: 'skyshelf-takeout', version: 1, made: made.toISOString(), settings };
    return this.text.write(`${JSON.stringify(head).slice(0, -1)},"elements":[`);
  }

  async add(elements: readonly object[]): Promise<void> {
    if (elements.length === 0) return;
    const lines = elements.map((element) => JSON.stringify(element)).join(',\n');
    await this.text.write(`${this.isFirst ? '\n' : ',\n'}${lines}`);
    this.isFirst = false;
  }

  end(): Promise<void> {
    return this.text.write('\n]}\n');
  }
}

export function describedElement(element: DriveTreeElement, location: FileLocation | null): object {
  const { id, parentId, name, kind, url, tags, blobId, born } = element;
  const type = element.class === 'folder' ? 'folder' : blobId === null ? 'link' : 'file';
  const file = location ?? { leftOut: true };
  return {
    id,
    parent: parentId === ROOT_ID ? null : parentId,
    type,
    name,
    ...(type !== 'folder' && { kind }),
    ...(url !== null && { url }),
    ...(tags.length > 0 && { tags }),
    added: born,
    ...(type === 'file' && file),
  };
}

export class TakeoutReport {
  private leftOut = 0;

  constructor(private readonly text: KeptText) {}

  begin(made: Date): Promise<void> {
    return this.text.write(`All that was on your Skyshelf at ${made.toISOString()}.\n\n`);
  }

  async leaveOut(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const title = this.leftOut === 0 ? 'Left out, because their bytes could not be read:\n' : '';
    this.leftOut += paths.length;
    await this.text.write(title + paths.map((path) => `- ${path}\n`).join(''));
  }

  end({ folders, links, files, bytes, leftOut }: TakeoutCounts): Promise<void> {
    const missing = leftOut === 0 ? 'Nothing was left out.' : `\nFiles left out: ${leftOut}`;
    return this.text.write(
      `${missing}\nFiles: ${files}, with ${bytes} bytes\nFolders: ${folders}\nLinks: ${links}\n`,
    );
  }
}
