import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { Credentials } from './signing-key.js';

/** A key such as `0012` or `1e5` is no number. */
const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: true,
  htmlEntities: true, // some write a quotation mark as &#34;
  isArray: (name) => ['Upload', 'Part', 'Error'].includes(name),
});

const unquoted = z.string().transform((text) => text.replaceAll('"', ''));
const truncated = z.stringbool().default(false);
const moment = z.string().transform((text) => new Date(text));
const size = z.coerce.number().int();

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
const refused = z.object({ Error: z.array(error).min(1) });
/** STS wraps them in another element. */
const refusals = z.union([
  refused,
  z.object({ ErrorResponse: refused }).transform(({ ErrorResponse }) => ErrorResponse),
]);
const role = z.object({
  AssumeRoleWithWebIdentityResponse: z.object({
    AssumeRoleWithWebIdentityResult: z.object({
      Credentials: z.object({
        AccessKeyId: z.string().min(1),
        SecretAccessKey: z.string().min(1),
        SessionToken: z.string().min(1),
        Expiration: moment,
      }),
    }),
  }),
});

const parse = (xml: string): unknown => parser.parse(xml);

export const uploadsPage = (xml: string) => uploads.parse(parse(xml)).ListMultipartUploadsResult;
export const partsPage = (xml: string) => parts.parse(parse(xml)).ListPartsResult;
export const uploadId = (xml: string) => initiated.parse(parse(xml)).InitiateMultipartUploadResult.UploadId;

/** `ends`: milliseconds since the epoch. */
export function assumedRole(xml: string): { credentials: Credentials; ends: number } {
  const { Credentials: given } = role.parse(parse(xml)).AssumeRoleWithWebIdentityResponse
    .AssumeRoleWithWebIdentityResult;
  const { AccessKeyId: accessKey, SecretAccessKey: secretKey, SessionToken: sessionToken } = given;
  return { credentials: { accessKey, secretKey, sessionToken }, ends: given.Expiration.getTime() };
}

/** Null when it is no refusal. Completing a multipart upload can answer 200 with one. */
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
