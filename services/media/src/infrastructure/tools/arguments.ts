/** A command's arguments as they are typed; none may have a space. */
export const typed = (line: string): string[] => line.split(' ');
