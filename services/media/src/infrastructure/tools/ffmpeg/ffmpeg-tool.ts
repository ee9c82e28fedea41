import type { Tool } from '../../../application/kind.js';
import { programTool } from '../program-tool.js';

export const ffmpegTool: Tool = programTool('ffmpeg', ['ffmpeg', 'ffprobe'], {
  off: 'Pictures of videos, covers of audio files and the conversion of videos are off.',
  packages: 'ffmpeg',
});
