import { hi, PHONES, type Row } from './everydayRows.mts';

/* Inputs of everyday.test.mts whose text is put together by code. */

const [A = '', B = ''] = PHONES;
const escaped = (text: string): string => text.replace(/[$()[\].]/g, '\\$&');
/** The same text for two people. */
const twice = (text: string) => [text, text] as const;

export const CODE_ROWS: Row[] = [
	...(
		[
			['={{ "Hi " + $json.name }}', 'Hi Ann', '$json.name'],
			['=Hi {{ $json.name.trim() }}', 'Hi Ann', '$json.name.trim()'],
			['=Hi {{ $json.name.split(" ")[0] }}!', 'Hi Ann!', '$json.name.split(" ")[0]'],
			['={{ `Hi ${ $json.name }!` }}', 'Hi Ann!', '$json.name'],
			['=Hi {{ $json["name"].toUpperCase() + "!" }}', 'Hi ANN!', '$json["name"].toUpperCase()'],
		] as const
	).map(
		([text, sent, code]): Row => ({
			what: `the code ${text}`,
			source: 'PostHog 82920',
			people: [{ phone: A, name: 'Ann' }, { phone: B, name: '' }, { phone: PHONES[2] }],
			form: hi(text),
			right: [
				sent,
				...[1, 2].map(() => new RegExp(`^Text needs ${escaped(code)}, which is empty here$`)),
			],
			only: ['items'],
		}),
	),
	...(
		[
			['={{ "Hi " + ($json.name || "there") }}', 'Hi Ann', 'Hi there'],
			['={{ $json.name ? "Hi " + $json.name : "Hello" }}', 'Hi Ann', 'Hello'],
			['={{ `Hi ${ $json.name ?? "you" }!` }}', 'Hi Ann!', 'Hi you!'],
			['=Hi {{ $if($json.name, $json.name, "friend") }}', 'Hi Ann', 'Hi friend'],
			['={{ "Code" + ($json.name ? ": " + $json.name : "") }}', 'Code: Ann', 'Code'],
			['=Hi{{ $json.name && " " + $json.name }}', 'Hi Ann', 'Hi'],
			['={{ $json.name.isEmpty() ? "Hi" : "Hi " + $json.name }}', 'Hi Ann', 'Hi'],
			['=Your name has {{ $json.phone.length }} letters', ...twice('Your name has 12 letters')],
		] as const
	).map(
		([text, full, empty]): Row => ({
			what: `the code ${text}, which says what stands for an empty name`,
			source: 'made by us',
			people: [
				{ phone: A, name: 'Ann' },
				{ phone: B, name: null },
			],
			form: hi(text),
			right: [full, empty],
			only: ['items'],
		}),
	),
	{
		what: 'a field of blanks that keeps words apart',
		source: 'made by us',
		people: [{ phone: A, first: 'Ann', sep: ' ', last: 'Lee' }],
		form: hi('={{ $json.first + $json.sep + $json.last }}'),
		right: ['Ann Lee'],
		only: ['items'],
	},
	{
		what: 'a time that could not be read in the text',
		source: 'made by us',
		people: [
			{ phone: A, at: '2026-12-10' },
			{ phone: B, at: 'soon' },
		],
		form: hi('=At {{ DateTime.fromISO($json.at).toFormat("dd.MM.") }}'),
		right: ['At 10.12.', /^Text holds "Invalid DateTime", which an expression put there$/],
		only: ['items'],
	},
];
