/** Settings for tests that send more than a person would: the limits themselves have tests of their own. */
export const unlimitedRates = { RATE_UNLIMITED: '127.0.0.1,::1' };
