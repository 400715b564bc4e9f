import { loadDefinitions } from '../definitions/load';
import { runBookings } from './bookings/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runBookings(findProjectFolder(import.meta.url), loadDefinitions);
