import { z } from 'zod';
import type { ErrorCode } from '../../errors.js';
import { opId } from '../../ids.js';

/** Taken for the sake of older pages; what it says does not count. */
export const ignored = z.unknown().optional();
/** A decoded folder path: starts with `/`, a missing final one is accepted. */
export const folderPath = z.string().min(1).max(32_768).regex(/^\//, 'A folder path starts with /');
export const id = z.string().regex(/^[A-Za-z0-9_:-]{1,80}$/);
/** The folder by path; `folderId`, when sent, wins. `sub` is ignored: the token says who calls. */
export const inFolder = { url: folderPath, folderId: id.optional(), sub: ignored };

export const warning = z.object({
  index: z.number().int().optional(),
  name: z.string(),
  code: z.string(),
  message: z.string(),
  /** Of `url.same`: the folder of the element that has the address. */
  path: z.string().optional(),
});
export type Warning = z.infer<typeof warning>;
/** What becomes of a name that is taken: its element stays out (`skip`), or gets the first free number behind its name (`number`). */
export const nameConflict = z.enum(['skip', 'number']);
/** Of a command's answer: names the command in `/api/undo`. */
export const operation = opId;
export const writeResult = z.object({ ok: z.literal(1) });

/** Of a name that was typed. */
export const nameRefusals = ['name.required', 'name.too-long'] as const satisfies readonly ErrorCode[];
/** Of the folder that something comes into. */
export const targetRefusals = [
  'folder.not-found',
  'folder.copying',
  'depth.exceeded',
] as const satisfies readonly ErrorCode[];
/** Of the kind and the address of a link. */
export const linkRefusals = [
  'kind.unsupported',
  'url.required',
  'url.invalid',
  'video.wrong-url',
  'playlist.wrong-url',
] as const satisfies readonly ErrorCode[];
/** Of the room for more elements. */
export const roomRefusals = ['space.exceeded', 'drive.full'] as const satisfies readonly ErrorCode[];
