import { z } from 'zod';

/** 0 lets the system choose. */
export const port = () => z.coerce.number().int().min(0).max(65_535);

export const wholeNumber = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(min).max(max);

export const share = () => z.coerce.number().min(0).max(1);

/** Accepts 1/0, yes/no, on/off, in any case. */
export const onOff = () => z.stringbool();

export const httpUrl = () => z.url({ protocol: /^https?$/ });

/** Comma-separated; spaces and empty values are dropped. */
export const list = () =>
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** Requires 32 characters: 128 random bits in hexadecimal. */
export const secret = () => z.string().min(32).max(4096);

const credentials = '[^:@/?#\\s]+(:[^:@/?#\\s]*)?@';
const host = '(\\[[\\da-fA-F:.]+\\]|[^:@/?#,\\[\\]\\s]+)(:\\d{1,5})?';
const mongodbAddress = new RegExp(`^mongodb(\\+srv)?://(${credentials})?${host}(,${host})*(/[^\\s]*)?$`);

/** Refuses what the driver would misread: its errors show the address with the password. */
export const mongodbUri = () => z.string().max(4096).regex(mongodbAddress);
