import { asRecord, isFilled, saysNothingWrong } from '../errors';
import { SPEC_CODES, SUCCESS_CODE } from '../spec';
import { isId } from './isId';
import {
	isReasonOfTaken,
	namesLeftOut,
	NAMES_OF_LEFT_OUT,
	saidByState,
	type Said,
} from './leftOutWords';
import { saysFault } from './saysFault';
import { flagOf, numberOf, textOf, type Fields } from './values';

/* What the entry of a list, or of a map, says of its recipient: whether it was left out or taken. */

/**
 * Flags that say what became of a recipient. They are matched as a whole, as names of options hold the same words: where a request is
 * repeated with `check_stop_list: true`, nobody was on the list. "In" stands apart from the word behind it, or before a list: it also begins
 * the word "invalid", which says the contrary of "valid".
 */
const flagNamed = (names: string): RegExp =>
	new RegExp(
		`^(?:(?:been|has|is|number|on|phone|recipient|was)[_-]?|in(?:[_-]|(?!valid)))*(?:${names})(?:[_-]?(?:number|phone|recipient))?$`,
		'iu',
	);
const FLAG_OF_LEFT_OUT = flagNamed(
	`${NAMES_OF_LEFT_OUT}|errors?|not(?![ei])\\w+|skip|stop(?:ped)?|undeliver(?:able|ed)|unsent`,
);
const FLAG_OF_TAKEN = flagNamed('accepted|created|success(?:ful)?|taken|valid');
/** What happens to a message after it was taken: while it is false, that may yet come. */
const FLAG_OF_UNDER_WAY = flagNamed('delivered|queued|sent');

/** What a flag such as `skipped: true` says of its recipient; undefined for nothing. */
function saidByFlag(name: string, value: unknown): Said | undefined {
	const flag = flagOf(value);
	if (flag === null) return undefined;
	if (FLAG_OF_LEFT_OUT.test(name)) return flag ? 'leftOut' : undefined;
	if (FLAG_OF_TAKEN.test(name)) return flag ? 'taken' : 'leftOut';
	return flag && FLAG_OF_UNDER_WAY.test(name) ? 'taken' : undefined;
}

/** Whether what stands under `reason` tells why a recipient was left out, be it with a code. */
function isReason(reason: unknown): boolean {
	const code = numberOf(reason);
	if (code !== null) return code !== SUCCESS_CODE;
	return isFilled(reason) && !(typeof reason === 'string' && isReasonOfTaken(reason));
}

const MARK_OF_LEFT_OUT = flagNamed(
	`${NAMES_OF_LEFT_OUT}|not[_-]?(?:accepted|added|allowed|created|queued|sent|taken|valid)|skip|undeliver(?:able|ed)|unsent`,
);

/** Whether a flag says of a message that it did not go out. */
function isMarkOfLeftOut([name, value]: [string, unknown]): boolean {
	const flag = flagOf(value);
	if (FLAG_OF_LEFT_OUT.test(name)) return flag === true && MARK_OF_LEFT_OUT.test(name);
	return flag === false && FLAG_OF_TAKEN.test(name);
}

/**
 * Whether an entry with an ID and the code of success says by a flag, by its state or by its reason that its message did not go out all
 * the same. What else stands there may describe a message on its way, in whatever language.
 */
export const isMarkedAsLeftOut = (entry: Fields): boolean =>
	[entry.reason, entry.status, entry.state].some(namesLeftOut) ||
	Object.hasOwn(SPEC_CODES, textOf(entry.reason) ?? '') ||
	Object.entries(entry).some(isMarkOfLeftOut);

/** What an entry of a list says of its recipient; undefined where it says no more than the list. */
export function saidByEntry(entry: Fields): Said | undefined {
	const said = [
		...[entry.status, entry.state].map((state) => saidByState(textOf(state) ?? '')),
		...Object.entries(entry).map(([name, value]) => saidByFlag(name, value)),
	];
	if (saysFault(entry) || isReason(entry.reason) || said.includes('leftOut')) return 'leftOut';
	const isNamedAsTaken = isId(entry.id) || numberOf(entry.error) === SUCCESS_CODE;
	return isNamedAsTaken || said.includes('taken') ? 'taken' : undefined;
}

/** What stands for a recipient in a map says of it, be it an ID, a code or words; undefined where it says nothing. */
export function saidByValue(value: unknown): Said | undefined {
	const entry = asRecord(value);
	if (entry) return saidByEntry(entry);
	if (value === true || saysNothingWrong(value)) return 'taken';
	const text = textOf(value) ?? '';
	if (Object.hasOwn(SPEC_CODES, text)) return 'leftOut';
	const said = typeof value === 'string' ? saidByState(value) : undefined;
	// A number with decimals is a price, and a small one counts something.
	const mayBeId = /^[^.,]*\d{3}[^.,]*$/.test(text) && isId(value);
	return said ?? (mayBeId ? 'taken' : undefined);
}
