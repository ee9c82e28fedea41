/** With thousands, decimal comma, currency or percent; null for anything else. */
export function numberIn(cell: string): number | null {
  if (cell.length > 40) return null;
  const bare = cell.replace(/[\s\u00a0\u202f'’€$£¥%]/g, '');
  if (!/^[+-]?(?:\d|[.,]\d)/.test(bare)) return null;
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)
      ? bare.replaceAll('.', '').replace(',', '.')
      : bare.replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}
