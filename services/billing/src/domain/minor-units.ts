/** A look-up costs more than the rest. */
const known = new Map<string, number>();

/** @param currency three capital letters */
function decimalsOf(currency: string): number {
  const format = () => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const decimals = known.get(currency) ?? format().maximumFractionDigits ?? 2;
  if (known.size < 200) known.set(currency, decimals);
  return decimals;
}

export const minorUnits = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** decimalsOf(currency));

/** For example `6.00`; null for anything else, and for more decimals than the currency has. */
export function minorUnitsOf(digits: string, currency: string): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(digits) ?? [];
  if (whole === '' || !/^[A-Z]{3}$/.test(currency)) return null;
  const most = decimalsOf(currency);
  const kept = decimals.slice(0, most);
  if (/[^0]/.test(decimals.slice(most))) return null;
  return Number(whole + kept.padEnd(most, '0'));
}
