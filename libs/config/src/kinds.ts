import { z } from 'zod';

/** A TCP port; 0 lets the system choose one. */
export const port = () => z.coerce.number().int().min(0).max(65_535);

/** A whole number of at least `min` and at most `max`, in the unit that the setting's text names. */
export const wholeNumber = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(min).max(max);

/** A part of a whole, 0 to 1. */
export const share = () => z.coerce.number().min(0).max(1);

/** `true` or `false` (also 1/0, yes/no, on/off), in any case. */
export const onOff = () => z.stringbool();

/** An http or https address. */
export const httpUrl = () => z.url({ protocol: /^https?$/ });

/** Values separated by commas; spaces around them and empty ones do not count. */
export const list = () =>
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** A secret of at least 32 characters: what 128 random bits need in hexadecimal. */
export const secret = () => z.string().min(32).max(4096);

const credentials = '[^:@/?#\\s]+(:[^:@/?#\\s]*)?@';
const host = '(\\[[\\da-fA-F:.]+\\]|[^:@/?#,\\[\\]\\s]+)(:\\d{1,5})?';
const mongodbAddress = new RegExp(`^mongodb(\\+srv)?://(${credentials})?${host}(,${host})*(/[^\\s]*)?$`);

/** The address of a MongoDB. One that the driver would take for something else is refused here: its errors show what was given, with the password. */
export const mongodbUri = () => z.string().max(4096).regex(mongodbAddress);
