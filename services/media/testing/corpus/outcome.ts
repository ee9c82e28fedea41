import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What is to become of a file, fixed beforehand. */
const outcome = z.union([
  z.strictObject({
    /** Pixels of what was made. */
    size: z.tuple([z.int(), z.int()]),
    frames: z.int().default(1),
    /** Mean difference of a channel from the reference, of 255. */
    within: z.number().default(6),
    /** How long it plays. */
    seconds: z.number().optional(),
  }),
  z.strictObject({ refused: z.string() }),
]);

/** A file of the corpus: `file` is one of the folder `files`, or is generated under this name. */
const entry = z.strictObject({
  file: z.string(),
  type: z.string(),
  /** Pixels of the source, as it is shown. */
  source: z.tuple([z.int(), z.int()]).optional(),
  /** Degrees by which it shows the picture turned clockwise. */
  turned: z.int().optional(),
  /** By kind of derived file. */
  made: z.record(z.string(), outcome),
});
export type CorpusEntry = z.infer<typeof entry>;

/** The entries of one part of the corpus, a folder of this one. */
export const corpusOf = (part: string): CorpusEntry[] =>
  z.array(entry).parse(JSON.parse(readFileSync(new URL(`${part}/outcomes.json`, import.meta.url), 'utf8')));
