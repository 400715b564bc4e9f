import { loadDefinitions } from '../definitions/load';
import { signinCommand } from './signin/command';
import { projectFolder } from './terminal/command';

process.exitCode = await signinCommand(projectFolder(import.meta.url), loadDefinitions);
