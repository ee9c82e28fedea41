/** Settings for tests that send more than a person would: the limits themselves have tests of their own. */
export const unlimitedRates = { RATE_LIMITS: 'off' };
