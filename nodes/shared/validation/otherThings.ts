/* What stands in fields of phone numbers, is written with digits, and is none. */

const YEAR = '(?:19|20)\\d\\d';
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DATE = new RegExp(
	`^(?:${YEAR}([-./])${MONTH}\\1${DAY}|${DAY}([-./])${MONTH}\\2${YEAR}|${MONTH}([-./])${DAY}\\3${YEAR})(?!\\d)`,
);
/** Digits of dates that may be numbers as well, unless a time of the day stands behind them. */
const COMPACT_DATE = `${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])`;
const SHORT_DATE = `\\d\\d([-./])${MONTH}\\1${DAY}|${DAY}([-./])${MONTH}\\2\\d\\d|${MONTH}([-./])${DAY}\\3\\d\\d`;
const TIMED_DATE = new RegExp(
	`^(?:${COMPACT_DATE}[ -]|(?:${SHORT_DATE}) )(?:[01]?\\d|2[0-3])[. -]?[0-5]\\d(?:[. -]?[0-5]\\d)?$`,
);
/** With blanks it may be a number as well, so that there must be nothing else. */
const SPACED_DATE = new RegExp(`^(?:${YEAR} ${MONTH} ${DAY}|${DAY} ${MONTH} ${YEAR})$`);
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
/** A group of a number may begin with a zero; those of an address do not. A port or a mask may stand behind it. */
const IP_ADDRESS = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}(?!\\d|\\.\\d)`);
/** An address that is grouped like mobile numbers of West Africa, such as 70.12.34.56 and 77.123.45.67. */
const GROUPED_LIKE_NUMBER = /^\d\d\.\d{2,3}\.\d\d\.\d\d$/;
/** A trunk zero may stand before a dot, as in 0151.23456789. */
const WHOLE = '-?(?:0|[1-9]\\d*)';
const FRACTION = new RegExp(`^${WHOLE}\\.\\d+$`);
const COORDINATES = new RegExp(`^${WHOLE}\\.\\d{3,}[ /]${WHOLE}\\.\\d{3,}$`);
/** Thousands with blanks between them, and a part of one behind the dot. */
const AMOUNT = /^[1-9]\d{0,2}(?: \d{3})+\.\d\d?$/;

/** What a text is that is no phone number. */
export interface OtherThing {
	what: string;
	/** Whether it may be a phone number all the same, which only the plan of a country tells. */
	maybeNumber?: boolean;
}

/** Takes a text of digits, dots, blanks, brackets, dashes and slashes; returns what it is where it is something else than a phone number. */
export function otherThing(text: string): OtherThing | undefined {
	// Such as "21. 11. 2024" and "[192.168.1.20]".
	const bare = text.replace(/^\(([^()]*)\)$/, '$1');
	const written = bare.replace(/ ?([./-]) ?/g, '$1');
	if (DATE.test(written) || SPACED_DATE.test(text) || TIMED_DATE.test(text))
		return { what: 'is a date' };
	if (IP_ADDRESS.test(written))
		return { what: 'is an IP address', maybeNumber: GROUPED_LIKE_NUMBER.test(text) };
	// The blank before a minus stands between two numbers.
	const apart = bare.replace(/ ?([./]) ?/g, '$1');
	if (COORDINATES.test(written) || COORDINATES.test(apart))
		return { what: 'is a pair of coordinates' };
	if (FRACTION.test(written) || AMOUNT.test(text)) return { what: 'is a number with a fraction' };
	return undefined;
}
