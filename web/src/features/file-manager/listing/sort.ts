export const sortFields = ['name', 'date', 'size', 'kind'] as const;
export type SortField = (typeof sortFields)[number];
export interface Sort {
  field: SortField;
  descending: boolean;
}

/** Choosing the same field turns the order round; a new field starts ascending. */
export const nextSort = (current: Sort, field: SortField): Sort => ({
  field,
  descending: current.field === field ? !current.descending : false,
});
