/** Says nothing about the job: with room it may end well. */
export class WorkspaceFull extends Error {
  constructor(folder: string, cause: unknown) {
    super(`There is no room left for temporary files in ${folder}.`, { cause });
    this.name = 'WorkspaceFull';
  }
}
