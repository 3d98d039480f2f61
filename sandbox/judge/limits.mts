// The sandbox's own copy of the limits of sections 4 and 8: the judge must not share its numbers with the judged.

export const MAX_RECIPIENTS = 10_000;
export const MAX_RCS_RECIPIENTS = 5_000;
export const MAX_DAYS_AHEAD = 30;
export const MAX_LIST_MONTHS = 3;
export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 500;
/** Least page[limit] of campaigns and applications, and of the other lists, where there is one (wire notes). */
export const MIN_PAGE = 30;
export const MIN_OTHER_PAGE = 15;
export const DEFAULT_VALIDITY = 72;
export const MIN_VALIDITY = 1;
export const MAX_VALIDITY = 72;
/** validity_seconds of RCS, an extension. */
export const MIN_VALIDITY_SECONDS = 30;
export const MAX_VALIDITY_SECONDS = 86_400;
/** What an RCS message shows, in UTF-16 units and counts; extensions. */
export const MAX_RCS_TEXT = 160;
export const MAX_TITLE = 200;
export const MAX_CARD_TEXT = 1000;
export const MAX_CARDS = 10;
export const MAX_BUTTONS = 4;
export const MAX_BUTTON = 25;
export const MAX_ADDRESS = 1000;
/** Endings of addresses that name a type which RCS does not show; any other may be that of a picture or video. */
export const NO_MEDIA = /\.(?:avi|bmp|docx?|gz|heic|mkv|mov|mp3|pdf|svg|tiff?|wav|webp|zip)$/i;
/** A Viber message; extensions. */
export const MAX_VIBER_TEXT = 1000;
export const MAX_VIBER_BUTTON = 20;
export const MAX_VIBER_IMAGE = 255;
export const MAX_VIBER_LINK = 255;
export const VIBER_IMAGE = /\.(?:jpg|png|tiff|jpeg|gif|bmp)$/i;
export const MAX_TARIFF = 9;
export const MAX_ORIGINATOR = 14;
export const MAX_UNITS_GSM7 = 765;
export const MAX_UNITS_UCS2 = 335;
/** Messages that a report request may name, an extension. */
export const MAX_REPORT_MESSAGES = 300;
/** Messages of one request for statuses, phones that one request adds to the stop list, and ids that one removes; extensions. */
export const MAX_STATUS_IDS = 100;
export const MAX_STOP_PHONES = 1000;
export const MAX_STOP_IDS = 200;
/** The Contact Book, an extension (extensions notes, section 4): contacts and lists of one change of lists, ids of one that deletes. */
export const MAX_ATTACHED_CONTACTS = 200;
export const MAX_ATTACHED_LISTS = 100;
export const MAX_DELETED_CONTACTS = 5000;
export const MAX_DELETED_FIELDS = 30;
/** One-time passwords, an extension (extensions notes, section 8): digits, tries and seconds of a code, waiting templates. */
export const CODE_DIGITS = [3, 9] as const;
export const CODE_TRIES = [1, 5] as const;
export const CODE_SECONDS = [30, 300] as const;
export const MAX_WAITING_TEMPLATES = 10;
/** start_at may lie this far back, because the request took a moment. */
export const PAST_TOLERANCE_MS = 60_000;

/** 9 to 15 digits; a number never begins with 0, which an integer cannot show. */
export const PHONE = /^[1-9][0-9]{8,14}$/;
export const REFERENCE = /^[A-Za-z0-9]{1,32}$/;
/** The references of public clients hold these two as well. */
export const CLIENT_REFERENCE = /^[A-Za-z0-9_-]{1,32}$/;
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const ID = /^[0-9]{1,19}$/;
