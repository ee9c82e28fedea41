/** Makes the page believe that it runs on such a computer; answers how to end that. */
export const onComputer = (platform: string, brand = 'Google Chrome'): (() => void) => {
  const value = { platform, mobile: false, brands: [{ brand }] };
  Object.defineProperty(navigator, 'userAgentData', { configurable: true, value });
  // Firefox has no brands.
  const agent = brand === 'Firefox' ? `Mozilla/5.0 (X11; ${platform}) Gecko/20100101 Firefox/140.0` : null;
  if (agent) Object.defineProperty(navigator, 'userAgent', { configurable: true, value: agent });
  return () => {
    Reflect.deleteProperty(navigator, 'userAgentData');
    Reflect.deleteProperty(navigator, 'userAgent');
  };
};
