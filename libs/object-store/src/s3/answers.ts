import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

/** All values stay text: a key such as `0012` or `1e5` is no number. */
const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: true,
  htmlEntities: true, // some write a quotation mark as &#34;
  isArray: (name) => ['Contents', 'Upload', 'Part', 'Error', 'Rule'].includes(name),
});

const unquoted = z.string().transform((text) => text.replaceAll('"', ''));
const truncated = z.stringbool().default(false);
const moment = z.string().transform((text) => new Date(text));
const size = z.coerce.number().int();

const object = z.object({ Key: z.string(), Size: size, ETag: unquoted, LastModified: moment });
const objects = z.object({
  ListBucketResult: z.object({
    Contents: z.array(object).default([]),
    IsTruncated: truncated,
    NextContinuationToken: z.string().optional(),
  }),
});
const uploads = z.object({
  ListMultipartUploadsResult: z.object({
    Upload: z.array(z.object({ Key: z.string(), UploadId: z.string(), Initiated: moment })).default([]),
    IsTruncated: truncated,
  }),
});
const parts = z.object({
  ListPartsResult: z.object({
    Part: z.array(z.object({ PartNumber: size, ETag: unquoted, Size: size })).default([]),
    IsTruncated: truncated,
    NextPartNumberMarker: z.string().optional(),
  }),
});
const initiated = z.object({ InitiateMultipartUploadResult: z.object({ UploadId: z.string().min(1) }) });
const error = z.object({ Code: z.string().default(''), Message: z.string().default('') });
const refusals = z.object({ Error: z.array(error).min(1) });
const deleted = z.object({
  DeleteResult: z.union([
    z.literal('').transform(() => ({ Error: [] })),
    z.object({ Error: z.array(error).default([]) }),
  ]),
});

const parse = (xml: string): unknown => parser.parse(xml);

export const objectsPage = (xml: string) => objects.parse(parse(xml)).ListBucketResult;
export const uploadsPage = (xml: string) => uploads.parse(parse(xml)).ListMultipartUploadsResult;
export const partsPage = (xml: string) => parts.parse(parse(xml)).ListPartsResult;
export const uploadId = (xml: string) => initiated.parse(parse(xml)).InitiateMultipartUploadResult.UploadId;
/** What could not be deleted. */
export const notDeleted = (xml: string) => deleted.parse(parse(xml)).DeleteResult.Error;

/** Why a call was refused, or null when the text says nothing of the kind. Also a 200 may hold one: that of completing an upload in parts. */
export function refusalIn(xml: string): { reason: string; message: string } | null {
  let text: unknown;
  try {
    text = parse(xml);
  } catch {
    return null; // a page of some proxy
  }
  const [first] = refusals.safeParse(text).data?.Error ?? [];
  return first ? { reason: first.Code, message: first.Message } : null;
}
