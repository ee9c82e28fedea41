/** Makes the page believe that it runs on such a computer; answers how to end that. */
export const onComputer = (platform: string, brand = 'Google Chrome'): (() => void) => {
  const value = { platform, mobile: false, brands: [{ brand }] };
  Object.defineProperty(navigator, 'userAgentData', { configurable: true, value });
  return () => void Reflect.deleteProperty(navigator, 'userAgentData');
};
