/** Looking them up costs more than all else about an amount. */
const known = new Map<string, number>();

/** How many decimals amounts of a currency have. @param currency three capital letters */
function decimalsOf(currency: string): number {
  const format = () => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const decimals = known.get(currency) ?? format().maximumFractionDigits ?? 2;
  if (known.size < 200) known.set(currency, decimals);
  return decimals;
}

/** An amount in the smallest unit of its currency. */
export const minorUnits = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** decimalsOf(currency));

/** The same of an amount in digits, e.g. `6.00`; null for anything else, and for more decimals than the currency has. */
export function minorUnitsOf(digits: string, currency: string): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(digits) ?? [];
  if (whole === '' || !/^[A-Z]{3}$/.test(currency)) return null;
  const most = decimalsOf(currency);
  const kept = decimals.slice(0, most);
  if (/[^0]/.test(decimals.slice(most))) return null;
  return Number(whole + kept.padEnd(most, '0'));
}
