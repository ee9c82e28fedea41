/** There was no room left for the files of a try. That says nothing about the job: with room again it may end well. */
export class WorkspaceFull extends Error {
  constructor(folder: string, cause: unknown) {
    super(`There is no room left for temporary files in ${folder}.`, { cause });
    this.name = 'WorkspaceFull';
  }
}
