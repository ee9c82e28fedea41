import { ROOT_ID, type DriveTreeElement } from '@skyshelf/contracts';

export interface FileLocation {
  part: number;
  path: string;
  bytes: number;
}

/** Format: decision 057. `location` is null for what is no file, or was left out. */
export function describedElement(element: DriveTreeElement, location: FileLocation | null): object {
  const { id, parentId, name, kind, url, tags, blobId, born, modified, deleted, version } = element;
  const type = element.class === 'folder' ? 'folder' : blobId === null ? 'link' : 'file';
  const file = location ?? { leftOut: true };
  return {
    id,
    parent: parentId === ROOT_ID || deleted || version ? null : parentId,
    type,
    name,
    ...(type !== 'folder' && { kind }),
    ...(url !== null && { url }),
    ...(tags.length > 0 && { tags }),
    added: born,
    ...(modified !== undefined && { modified }),
    ...(deleted && { deleted }),
    ...(version && { versionOf: version.of }),
    ...(type === 'file' && file),
  };
}
