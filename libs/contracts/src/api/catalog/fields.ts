import { z } from 'zod';
import type { ErrorCode } from '../../errors.js';
import { opId } from '../../ids.js';

/** Accepted from older pages, and not read. */
export const ignored = z.unknown().optional();
/** Decoded; the final `/` may be missing. */
export const folderPath = z.string().min(1).max(32_768).regex(/^\//, 'A folder path starts with /');
export const id = z.string().regex(/^[A-Za-z0-9_:-]{1,80}$/);
/** `folderId` wins over the path. `sub` is ignored: the token says who calls. */
export const inFolder = { url: folderPath, folderId: id.optional(), sub: ignored };

export const warning = z.object({
  index: z.number().int().optional(),
  name: z.string(),
  code: z.string(),
  message: z.string(),
  /** The folder of the element that has the same address; only with `url.same`. */
  path: z.string().optional(),
});
export type Warning = z.infer<typeof warning>;
/** For a taken name: leave the element out, or append the first free number. */
export const nameConflict = z.enum(['skip', 'number']);
/** `replace`: a file of the same name keeps its place, id and tags, and its bytes become a version. */
export const uploadConflict = z.enum([...nameConflict.options, 'replace']);
/** Names the command in `/api/undo`. */
export const operation = opId;
export const writeResult = z.object({ ok: z.literal(1) });

export const nameRefusals = ['name.required', 'name.too-long'] as const satisfies readonly ErrorCode[];
export const targetRefusals = [
  'folder.not-found',
  'folder.copying',
  'depth.exceeded',
] as const satisfies readonly ErrorCode[];
export const linkRefusals = [
  'kind.unsupported',
  'url.required',
  'url.invalid',
  'video.wrong-url',
  'playlist.wrong-url',
] as const satisfies readonly ErrorCode[];
export const roomRefusals = ['space.exceeded', 'drive.full'] as const satisfies readonly ErrorCode[];

/** It is part of a query. */
export const driveVersion = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
