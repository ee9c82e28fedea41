import { readFileSync } from 'node:fs';
import type { DerivativeKind } from '@skyshelf/contracts';
import { z } from 'zod';

/** The expected outcome of a file. */
const outcome = z.union([
  z.strictObject({
    /** Pixels of what was made. */
    size: z.tuple([z.int(), z.int()]),
    frames: z.int().default(1),
    /** The mean difference of a channel from the reference, from 0 to 255. */
    within: z.number().default(6),
    /** How long it plays. */
    seconds: z.number().optional(),
  }),
  z.strictObject({ refused: z.string() }),
]);
type Outcome = z.infer<typeof outcome>;

/** A file of the corpus: `file` is one of the folder `files`, or is generated under this name. */
const entry = z.strictObject({
  file: z.string(),
  type: z.string(),
  /** Pixels of the source, as it is shown. */
  source: z.tuple([z.int(), z.int()]).optional(),
  /** Degrees by which it shows the picture turned clockwise. */
  turned: z.int().optional(),
  /** The outcome by kind of derived file. */
  made: z.record(z.string(), outcome),
});
export type CorpusEntry = z.infer<typeof entry>;

/** The entries of one part of the corpus, a folder of this one. */
export const corpusOf = (part: string): CorpusEntry[] =>
  z.array(entry).parse(JSON.parse(readFileSync(new URL(`${part}/outcomes.json`, import.meta.url), 'utf8')));

const SEED = Number(process.env.CORPUS_SEED ?? Math.floor(Math.random() * 60));

/** One case in so many, by `CORPUS_SEED`, and all that are refused. `npm run campaign -- media`: all. */
export function sampleOf<Case>(
  cases: readonly Case[],
  oneIn: number,
  isRefused: (each: Case) => boolean = () => false,
): Case[] {
  if (process.env.MEDIA_FULL) return [...cases];
  return cases.filter((each, n) => isRefused(each) || (n + SEED) % oneIn === 0);
}

/** It appears in the title of a test that makes a sample. */
export const sampleSeed = process.env.MEDIA_FULL ? 'all' : `seed ${SEED}`;

/** It shares no divisor with the number of a file's kinds: each run makes some of each. */
const ONE_IN = 11;

/** Each file of some parts with each kind that is made of it. */
export const casesOf = (...parts: string[]): (readonly [string, DerivativeKind, CorpusEntry, Outcome])[] =>
  sampleOf(
    parts
      .flatMap(corpusOf)
      .flatMap((entry) =>
        Object.entries(entry.made).map(
          ([kind, made]) => [entry.file, kind as DerivativeKind, entry, made] as const,
        ),
      ),
    ONE_IN,
    ([, , , made]) => 'refused' in made,
  );
