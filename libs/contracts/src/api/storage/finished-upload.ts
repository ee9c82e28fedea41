import { z } from 'zod';

export const finishedUpload = z.object({
  receipt: z.string(),
  uploadId: z.string(),
  linkurl: z.string(),
  size: z.number().int(),
  linktype: z.string(),
  sha256: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});
export type FinishedUpload = z.infer<typeof finishedUpload>;

export const opaque = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
