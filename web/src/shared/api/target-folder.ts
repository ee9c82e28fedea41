/** The path for people, the id for certainty. */
export interface TargetFolder {
  url: string;
  folderId: string;
}
