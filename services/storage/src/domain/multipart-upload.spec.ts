import fc from 'fast-check';
import { limits } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { partPlan, partSize } from './multipart-upload.js';

it('cuts any file into parts that add up to it', () => {
  fc.assert(
    fc.property(fc.nat({ max: limits.maxUploadBytes }), (size) => {
      const { partCount } = partPlan(size);
      const sizes = Array.from({ length: partCount }, (_, index) => partSize(size, index + 1) ?? NaN);
      expect(sizes.reduce((sum, each) => sum + each, 0)).toBe(size);
      expect(sizes.slice(0, -1).every((each) => each === limits.partBytes)).toBe(true);
      expect([partSize(size, 0), partSize(size, partCount + 1)]).toEqual([null, null]);
    }),
  );
});
