import type { Room } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { confirmFiles, describe, remove, replace } from './change';
import { findInLibrary, listLibrary } from './lists';

/**
 * The media library of the staff: what they uploaded, what is said of it, and where it is used.
 * @param folder holds a folder for each institution, with files that it brings along; absent: there are none
 */
export const createMediaRoom = (folder: string | undefined): Room<AccountServices> => ({
  services: {
    'media.list': (request, accounts) => listLibrary(request, accounts, folder),
    'media.item': (request, accounts) => findInLibrary(request, accounts, folder),
    'media.confirm': confirmFiles,
    'media.describe': describe,
    'media.replace': replace,
    'media.remove': remove,
  },
});
