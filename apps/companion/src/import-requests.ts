import { DomainError } from '@skyshelf/contracts';
import { z } from 'zod';

const askedAddress = z.looseObject({ url: z.string().trim().min(1).max(4096) });

/** We say where it goes and how. */
const askedUpload = z.looseObject({
  url: z.string().trim().min(1).max(4096).optional(),
  headers: z.looseObject({}).optional(),
});

/** @throws DomainError `input.invalid` */
export function askedUrl(body: unknown): string {
  const parsed = askedAddress.safeParse(body);
  if (parsed.success) return parsed.data.url;
  throw new DomainError('input.invalid', { field: 'url', message: 'url: Send the address as text.' });
}

export interface UploadRelay {
  /** The one address that Companion may send to. */
  endpoint: string;
  /** Proves at that address that Companion sends. */
  key: string;
}

export const LEG_HEADER = 'skyshelf-leg';
export const FILE_FIELD = 'file';
export const GRANT_HEADER = 'import-grant';

const asForm = {
  protocol: 'multipart',
  httpMethod: 'PUT',
  useFormData: true,
  fieldname: FILE_FIELD,
  metadata: {},
};

export interface UploadRequest {
  endpoint: string;
  headers: Record<typeof GRANT_HEADER | typeof LEG_HEADER, string>;
}

/**
 * To our address, by PUT, as a form with only the file, under the client's grant; drops all else.
 * @throws DomainError `upload.bad-grant`: none; `input.invalid`
 */
export function uploadRequest(body: unknown, { endpoint, key }: UploadRelay): UploadRequest {
  const parsed = askedUpload.safeParse(body);
  if (!parsed.success) throw new DomainError('input.invalid', { message: z.prettifyError(parsed.error) });
  const { headers = {} } = parsed.data;
  const grant = Object.entries(headers).find(([name]) => name.toLowerCase() === GRANT_HEADER)?.[1];
  if (typeof grant !== 'string' || !/^[\w.-]{1,8192}$/.test(grant))
    throw new DomainError('upload.bad-grant', { field: 'Import-Grant' });
  return { ...asForm, endpoint, headers: { [GRANT_HEADER]: grant, [LEG_HEADER]: key } };
}
