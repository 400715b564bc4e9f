import { runWithDeadline } from '../../../database/deadline';
import type { DefinitionFolder } from '../../config/definitionFolder';
import { RequestError } from '../../api/errors';
import type { ApiRequest, Room, Service } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { readForm } from './form';
import { listForDesk } from './list';
import { checkChange, restore, save } from './save';
import { listChanges } from './versions';

type FolderService = (request: ApiRequest, context: AccountServices, folder: DefinitionFolder) => ReturnType<Service<AccountServices>>;

/** Milliseconds that a call has: files that were changed are read first, and the portals compiled with them, which takes a busy machine seconds. */
const settingsMs = 30_000;

/**
 * Returns what staff do with the settings of their institution, which are files.
 * @param folder the files; absent: there is nothing to change
 */
export function createSettingsRoom(folder: DefinitionFolder | undefined): Room<AccountServices> {
  const within =
    (service: FolderService): Service<AccountServices> =>
    (request, context) => {
      if (!folder) throw new RequestError('noSuchCall');
      return runWithDeadline(settingsMs, () => service(request, context, folder));
    };
  return {
    services: {
      'settings.groups': within(listForDesk),
      'settings.form': within(readForm),
      'settings.check': within(checkChange),
      'settings.save': within(save),
      'settings.versions': within(listChanges),
      'settings.restore': within(restore),
    },
  };
}
