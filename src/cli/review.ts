import { reviewCommand } from './review/command';
import { projectFolder } from './terminal/command';

process.exitCode = await reviewCommand(projectFolder(import.meta.url));
