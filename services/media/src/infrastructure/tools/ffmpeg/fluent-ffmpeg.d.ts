/** It writes argument lists here, and starts nothing. */
declare module 'fluent-ffmpeg' {
  interface Command {
    input(path: string): Command;
    inputOptions(...options: string[]): Command;
    complexFilter(filters: string[]): Command;
    output(path: string): Command;
    outputOptions(...options: string[]): Command;
    _getArguments(): string[];
  }
  const ffmpeg: () => Command;
  export default ffmpeg;
}
