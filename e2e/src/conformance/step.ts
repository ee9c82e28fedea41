import type { routes } from '@skyshelf/contracts';

export type RouteName = keyof typeof routes;

/**
 * A request and what is answered, as data. A text that begins with `$` is a value that an earlier step has
 * kept; `answer` may leave fields out, and a text like `<text>` stands for any of that type.
 */
export interface Step {
  call: RouteName;
  /** A visitor instead of the user. */
  visitor?: true;
  /** One whom the operator has named instead of the user. */
  admin?: true;
  /** An address that was answered, relative to the page; in place of the path with its params. */
  at?: string;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  bytes?: string;
  /** The same for bytes that are no text. */
  base64?: string;
  /** Sent again as long as the answer is `wait`, or a takeout that is being made. */
  polls?: true;
  /** 200 unless it says otherwise. */
  status?: number;
  /**
   * What the object store answers in place of it where an address leads straight there; its own words are not
   * looked at.
   */
  statusOfStore?: number;
  answer?: unknown;
  /** What an answer that is no JSON begins with. */
  text?: string;
  /** Values for later steps, by their places in the answer: `docs._id`. */
  keep?: Readonly<Record<string, string>>;
}

/** A refusal as the API words it. */
export const refused = (code: string, message: string, field?: string) => ({
  error: { code, message, ...(field && { field }) },
});
