import { asRecord, fieldsOf, safeText, type ServiceFault } from '../../shared/errors';
import { ERROR_CODES } from '../../shared/spec';
import { NAMED_AT_MOST } from '../../shared/text';
import type { Refusal } from '../../shared/validation';
import { placeOf, type Message } from './message';
import { LEAVE_IT_OUT, NO_ID } from './unknown';
import type { SendAnswer } from './verdict';

/*
 * The refusal of a campaign names the keys of its body (wire notes, "/api errors"), once for each recipient: `messages0sender: The
 * sender is not allowed.` The user knows fields of a form, and wants to hear it once.
 */

/** `messages0sender`, `messages.0.sender`, `phones0number` or `sender`. */
const KEY = /^(?:(?:messages|phones)\W*(\d+)\W*)?(sender|text|phone|number)$/;
const FIELD_LABELS: Readonly<Record<string, string>> = { sender: 'Sender', text: 'Text' };

/** One thing that the service says of a field, and of how many recipients. */
interface FieldFault {
	field: string;
	words: string;
	places: Set<number>;
}

/** The entries of `errors`, be it a map from keys to texts or a list of `key: text`. */
function entriesOf(body: unknown): Array<[key: string, text: string]> {
	const { errors } = fieldsOf(body);
	if (Array.isArray(errors))
		return errors.map((one) => {
			const [key = '', ...rest] = String(one).split(': ');
			return [key, rest.join(': ')];
		});
	return Object.entries(asRecord(errors) ?? {}).flatMap(([key, said]) =>
		[said].flat().map((text): [string, string] => [key, String(text)]),
	);
}

/** What a refusal says of fields, each once; undefined where it speaks of anything else. */
function readFieldFaults(body: unknown): FieldFault[] | undefined {
	const found = new Map<string, FieldFault>();
	for (const [key, text] of entriesOf(body)) {
		const [, place, field] = KEY.exec(key) ?? [];
		if (field === undefined) return undefined;
		const words = safeText(text).replace(/\.$/, '');
		const said = found.get(`${field} ${words}`) ?? { field, words, places: new Set() };
		found.set(`${field} ${words}`, said);
		if (place !== undefined) said.places.add(Number(place));
	}
	return found.size > 0 ? [...found.values()] : undefined;
}

/** How much is shown of a sender: campaigns have no rule for its length. */
const LONGEST_SENDER = 80;
const SENDER = 'The sender ';

/** A sentence on the sender with its name, which the form may hold as a placeholder; any other one, and of several senders, as it is. */
export function withSender(sentence: string, messages: readonly Message[]): string {
	const [name, ...others] = new Set(messages.map(({ sender }) => sender));
	if (!sentence.startsWith(SENDER) || !name || others.length > 0) return sentence;
	return `${SENDER}${name.slice(0, LONGEST_SENDER)} ${sentence.slice(SENDER.length)}`;
}

/** A sentence for what is said of a field, with the place of the recipients where these are not all. */
function sentenceOf({ field, words, places }: FieldFault, messages: readonly Message[]): string {
	const named = places.size > 0 ? messages.filter((_, place) => places.has(place)) : messages;
	const [first] = named;
	const ofSender = field === 'sender' ? withSender(words, named) : words;
	const sentence =
		ofSender === words ? `${FIELD_LABELS[field] ?? 'Phone Number'}: ${words}` : ofSender;
	if (!first || named.length === messages.length) return sentence;
	const more = named.length > 1 ? ` and ${named.length - 1} more` : '';
	return `[${placeOf(first)}${more}] ${sentence}`;
}

/** The refusal of one recipient of whom the service says `key: text`. */
export function refusalOfNamed(text: string, message: Message): Refusal {
	const said = readFieldFaults({ errors: [text] }) ?? [];
	const sentences = said.map((one) => sentenceOf({ ...one, places: new Set() }, [message]));
	return {
		field: '',
		message: sentences.join('; ') || safeText(text),
		description: 'Correct it.',
	};
}

/** The fault of a refused request: in words of the form if it names fields of recipients, and with the name of the sender. */
export function inWordsOfForm(
	{ fault = NO_ID, body }: SendAnswer,
	messages: readonly Message[],
): ServiceFault {
	const said = fault.httpStatus === 422 ? readFieldFaults(body) : undefined;
	if (!said) return { ...fault, message: withSender(fault.message, messages) };
	const sentences = said.slice(0, NAMED_AT_MOST).map((one) => sentenceOf(one, messages));
	const cure = said.some(({ field }) => field === 'sender')
		? (ERROR_CODES[32]?.cure ?? '')
		: 'Correct it.';
	// Only of keys it is known which recipients can be left out.
	const isMap = asRecord(fieldsOf(body).errors) !== undefined;
	const isOfSome =
		isMap && said.every(({ places }) => places.size > 0 && places.size < messages.length);
	return {
		...fault,
		message: `${sentences.join('; ')} (HTTP ${fault.httpStatus})`,
		description: isOfSome ? `${cure} ${LEAVE_IT_OUT}` : cure,
	};
}
