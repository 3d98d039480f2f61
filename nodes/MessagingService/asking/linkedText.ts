import { analyseText } from '../../shared/text';
import { accept, refuse, type Checked } from '../../shared/validation';

/** Where in the text the link goes; without it the link stands at the end. */
export const LINK_PLACE = '{link}';
/** What stands where a text was shortened: an ellipsis of one character would turn a GSM-7 text into UCS-2. */
const CUT = '...';
/** The longest part of a text that one segment can hold. */
const MOST_IN_SEGMENT = 160;

/** Puts the link into a text. */
function join(text: string, link: string): string {
	return text.includes(LINK_PLACE) ? text.split(LINK_PLACE).join(link) : `${text}\n${link}`;
}

/** The longest beginning of a text that fits with its link; undefined where even the link does not. */
function shortened(text: string, link: string, mostSegments: number): string | undefined {
	const characters = Array.from(text.split(LINK_PLACE).join('')).slice(
		0,
		mostSegments * MOST_IN_SEGMENT,
	);
	for (let kept = characters.length; kept > 0; kept--) {
		const candidate = `${characters.slice(0, kept).join('').trimEnd()}${CUT}\n${link}`;
		if (analyseText(candidate).segments <= mostSegments) return candidate;
	}
	return undefined;
}

/** The text of a message with the link, or why it is refused. `long` says what to do with one that takes more segments than it may. */
export function linkedText(
	text: string,
	link: string,
	mostSegments: number,
	long: 'refuse' | 'shorten',
): Checked<string> {
	const whole = join(text, link);
	const { segments, units, encoding, culprits } = analyseText(whole);
	if (segments <= mostSegments) return accept(whole);
	const short = long === 'shorten' ? shortened(text, link, mostSegments) : undefined;
	if (short !== undefined) return accept(short);
	const why =
		encoding === 'GSM-7'
			? ''
			: ` Characters outside the GSM-7 alphabet, here ${culprits.slice(0, 3).join(' ')}, leave less than half of the room: the page that the link opens can show them.`;
	return refuse(
		'Text',
		`The text with its link needs ${segments} segments (${units} characters); the most allowed is ${mostSegments}`,
		`The link alone has ${link.length} characters. Shorten the text and put the rest into Text on the Page under Options, or raise Maximum Segments there.${why}`,
	);
}
