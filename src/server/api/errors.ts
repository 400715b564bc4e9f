import { findObstacle } from '../../database/failures';
import type { CompiledPortal } from '../../model/compiled';
import type { LinePlace } from '../../model/payload';
import type { TextKey } from '../../model/textKeys.g';
import { formatPattern } from '../../runtime/text';
import { StorageFailure } from '../config/storageFailure';

interface ErrorEntry {
  /** 400 to 599, or a status of the documents such as 40101, which needs `http`. */
  status: number;
  /** The status of the HTTP reply where the documents want another one than in the body. */
  http?: number;
  /** The name of the shared text that is the message for visitors; absent where the code is that name. */
  text?: TextKey;
}

/** Every failure that a caller is told about, by its code. */
const errors = {
  // Any call.
  invalidRequest: { status: 400 },
  crossSiteRequest: { status: 403, text: 'invalidRequest' },
  invalidBody: { status: 400 },
  invalidParameter: { status: 400 },
  missingParameter: { status: 400 },
  repeatedParameter: { status: 400 },
  unknownParameter: { status: 400 },
  refused: { status: 400, text: 'requestFailed' },
  foreignInstitution: { status: 400 },
  tokenInvalid: { status: 403 },
  staffMayNot: { status: 403 },
  staffLoginRequired: { status: 401 },
  staffLoginFailed: { status: 400 },
  staffCodeWrong: { status: 400 },
  staffLoginInvalid: { status: 400 },
  staffNoRole: { status: 400 },
  staffLoginTaken: { status: 409 },
  staffLast: { status: 409 },
  noSuchCall: { status: 404 },
  noSuchInstitution: { status: 404 },
  noSuchItem: { status: 404 },
  noSuchNumber: { status: 404 },
  unknownHost: { status: 404 },
  repeatedKey: { status: 422 },
  tooMany: { status: 429 },
  errorBusy: { status: 503 },
  portalMissing: { status: 503 },
  backendAway: { status: 503 },
  storageFull: { status: 507 },
  filesAway: { status: 503 },
  // Accounts; the documents answer a call without a login by 40101 in the body of a reply that is fine (ledger SESSION-13, 14).
  loginRequired: { status: 40101, http: 200 },
  sessionExpired: { status: 40101, http: 200 },
  notRegistered: { status: 404, http: 200 },
  alreadyRegistered: { status: 400 },
  captchaEmpty: { status: 400 },
  captchaWrong: { status: 400 },
  challengeFailed: { status: 400 },
  proofMissing: { status: 400 },
  codeWrong: { status: 400 },
  loginFailed: { status: 400 },
  phoneSame: { status: 400 },
  passwordWrong: { status: 400 },
  passwordLocked: { status: 429 },
  smsFailed: { status: 502 },
  mailInvalid: { status: 400 },
  mailOff: { status: 400 },
  mailUnproved: { status: 400 },
  // Forms and what was handed in by them.
  notOpen: { status: 400 },
  begunAlready: { status: 400 },
  submittedBefore: { status: 409 },
  submittedTwice: { status: 409 },
  // An answer rather than a failure, to who asks before anything is handed in.
  handedInBefore: { status: 409, http: 200, text: 'submittedBefore' },
  placesGone: { status: 409 },
  votedBefore: { status: 409 },
  votesSpent: { status: 409 },
  votesOfAddress: { status: 429 },
  alreadyPublished: { status: 409 },
  moveLate: { status: 409 },
  deskNotSignedIn: { status: 409 },
  figuresPeriod: { status: 400 },
  deskNotEnrolled: { status: 409 },
  deskNotWaiting: { status: 409 },
  deskNotCallable: { status: 409 },
  deskNobodyToTell: { status: 409 },
  scanTooOld: { status: 400 },
  scanOfOthers: { status: 409 },
  deskValueWrong: { status: 400 },
  settingsWrong: { status: 400 },
  settingsChanged: { status: 409 },
  settingsReadOnly: { status: 409 },
  settingsLockOut: { status: 409 },
  settingsSame: { status: 409 },
  changedMeanwhile: { status: 409 },
  importBusy: { status: 409 },
  importOver: { status: 409 },
  importUnmapped: { status: 400 },
  importMayNot: { status: 403 },
  importBinary: { status: 400 },
  importSheetOld: { status: 400 },
  importEmpty: { status: 400 },
  importEncoding: { status: 400 },
  importJsonLong: { status: 400 },
  importTooLarge: { status: 413 },
  deskPlanned: { status: 409 },
  deskNotLive: { status: 409 },
  deskNotRemovable: { status: 409 },
  deskEraseEnrolled: { status: 409 },
  deskEraseBooked: { status: 409 },
  deskEraseOrdered: { status: 409 },
  deskEraseHandedIn: { status: 409 },
  deskEraseLinked: { status: 409 },
  deskNoSuchActivity: { status: 404 },
  deskScanUnknownText: { status: 400 },
  decidedMeanwhile: { status: 409 },
  decisionEffective: { status: 409 },
  revealReason: { status: 400 },
  revealNothing: { status: 404 },
  moveRefused: { status: 409 },
  commentEmpty: { status: 400 },
  commentLong: { status: 400 },
  commentWords: { status: 400 },
  commentTooMany: { status: 429 },
  noSuchComment: { status: 404 },
  noSuchMessage: { status: 404 },
  // Files.
  uploadEmpty: { status: 400 },
  uploadFailed: { status: 400 },
  uploadImage: { status: 400 },
  uploadName: { status: 400 },
  uploadPixels: { status: 400 },
  uploadGone: { status: 409 },
  uploadType: { status: 400 },
  uploadVideo: { status: 400 },
  uploadCount: { status: 413 },
  uploadSize: { status: 413 },
  uploadDaily: { status: 429 },
  mediaOther: { status: 400 },
  mediaUsed: { status: 409 },
  // Consents.
  consentMissing: { status: 400 },
  guardianMissing: { status: 400 },
  consentChanged: { status: 409 },
  // Contacts.
  idNumberWrong: { status: 400 },
  idNumberErased: { status: 409 },
  contactsMissing: { status: 400 },
  noSuchContact: { status: 404 },
  contactExists: { status: 409 },
  contactsFull: { status: 409 },
  // Enrolment.
  ageUnfit: { status: 400 },
  onlyMen: { status: 400 },
  onlyWomen: { status: 400 },
  noSuchSession: { status: 400 },
  sessionMissing: { status: 400 },
  signCodeEmpty: { status: 400 },
  signCodeUnknown: { status: 400 },
  noSuchEnrolment: { status: 404 },
  activityOver: { status: 409 },
  alreadyEnrolled: { status: 409 },
  calendarNoTime: { status: 409 },
  cancelLate: { status: 409 },
  cancelUsed: { status: 409 },
  cancelledAlready: { status: 409 },
  drawPending: { status: 409 },
  enrolEarly: { status: 409 },
  enrolFull: { status: 409 },
  enrolOver: { status: 409 },
  fewPlaces: { status: 409 },
  inLine: { status: 429 },
  mostPeople: { status: 409 },
  noSignUp: { status: 409 },
  noWaiting: { status: 409 },
  placesLeft: { status: 409 },
  sessionOver: { status: 409 },
  signedAlready: { status: 409 },
  tooManyUnused: { status: 409 },
  // Booking.
  bookingDayClosed: { status: 400 },
  bookingNoSection: { status: 400 },
  bookingOffGrid: { status: 400 },
  bookingOneRange: { status: 400 },
  bookingOutsideHours: { status: 400 },
  bookingTimeInvalid: { status: 400 },
  bookingTimePast: { status: 400 },
  bookingTooFar: { status: 400 },
  bookingTooSoon: { status: 400 },
  noSuchBooking: { status: 404 },
  bookingCancelLate: { status: 409 },
  bookingClosed: { status: 409 },
  bookingNotCancellable: { status: 409 },
  bookingNotStanding: { status: 409 },
  bookingTaken: { status: 409 },
  bookingBlocked: { status: 409 },
  deskBookingDecided: { status: 409 },
  deskBookingMoved: { status: 409 },
  deskNoMember: { status: 400 },
  deskBlockHours: { status: 400 },
  deskBlockDays: { status: 400 },
  deskBlockBooked: { status: 409 },
  deskBlockedAlready: { status: 409 },
  deskNotBlocked: { status: 404 },
  // Points.
  noSuchOrder: { status: 404 },
  exchangeEarly: { status: 409 },
  exchangeOver: { status: 409 },
  orderClosed: { status: 409 },
  pointsShort: { status: 409 },
  soldOut: { status: 409 },
} as const satisfies Record<string, ErrorEntry>;

/** The code of a failure that a caller is told about. */
export type ErrorCode = keyof typeof errors;

/** Codes that are the names of their texts; one that is no such name is a type error in {@link RequestError}. */
type OwnText = { [code in ErrorCode]: (typeof errors)[code] extends { text: TextKey } ? never : code }[ErrorCode];

const isOwnText = (code: ErrorCode): code is OwnText => !('text' in errors[code]);

/** What a failure says besides its status and text. */
interface ErrorDetail {
  /** The words themselves, where a definition has its own. */
  message?: string;
  /** Messages by the names of a form's fields. */
  errors?: Readonly<Record<string, string>>;
  /** Where the caller stands in a line. */
  line?: LinePlace;
  /** Set-Cookie headers. */
  cookies?: string[];
}

/** A failure that the caller is told about by a status and a shared text, never by a stack. */
export class RequestError extends Error {
  readonly status: number;
  /** The status of the HTTP reply. */
  readonly http: number;
  /** The name of the shared text that is the message for visitors. */
  readonly text: TextKey;

  /** @param values arguments of the text */
  constructor(
    readonly code: ErrorCode,
    readonly values: Readonly<Record<string, string | number>> = {},
    readonly detail: ErrorDetail = {},
  ) {
    const { status, http = status }: ErrorEntry = errors[code];
    super(`${status} ${code}`);
    this.name = 'RequestError';
    this.status = status;
    this.http = http;
    this.text = isOwnText(code) ? code : errors[code].text;
  }
}

/** Returns what a caller is told of an error; undefined for an accident, which belongs in the log. */
export function toRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error;
  if (error instanceof StorageFailure) return new RequestError('filesAway');
  const obstacle = findObstacle(error);
  if (obstacle === 'busy') return new RequestError('errorBusy');
  return obstacle === 'full' ? new RequestError('storageFull') : undefined;
}

/** How many seconds a caller should wait before asking again, for the header Retry-After; undefined where waiting changes nothing. */
export const retryAfter = (status: number): number | undefined => (status === 503 ? 3 : status === 507 ? 60 : undefined);

/** Returns the words of a failure in the institution's own texts. */
export function formatError(portal: Pick<CompiledPortal, 'texts' | 'patterns'>, error: RequestError): string {
  if (error.detail.message) return error.detail.message;
  const pattern = portal.texts[error.text] ?? portal.texts['requestFailed'] ?? String(error.status);
  return formatPattern(pattern, { ...error.values }, portal.patterns);
}
