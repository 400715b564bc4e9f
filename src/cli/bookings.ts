import { loadDefinitions } from '../definitions/load';
import { bookingsCommand } from './bookings/command';
import { projectFolder } from './terminal/command';

process.exitCode = await bookingsCommand(projectFolder(import.meta.url), loadDefinitions);
