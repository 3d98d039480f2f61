import {
	channelsOf,
	checkChannels,
	firstWords,
} from '../../../nodes/MessagingService/sending/channels.ts';

/* What a message may say by its channels, by sections 1 and 13 of the extensions notes. */

/** The content of a form, or the message of its refusal. */
function contentOf(values: object): unknown {
	const checked = checkChannels({ ...values });
	return checked.ok ? checked.value : checked.refusal.message;
}
const viber = { sendBy: 'viber', viberSender: ' Shop ', viberText: 'Sale' };
const shown = (fields: object): unknown => contentOf({ ...viber, viberExtras: { shown: fields } });

const link = 'https://shop.example.com/sale';
const label = 'To the shop';
/** An address of so many characters with this ending. */
const addressOf = (length: number, ending = ''): string =>
	`${'https://shop.example.com/'.padEnd(length - ending.length, 'x')}${ending}`;

test.each([
	['sms', ['sms']],
	['viber,rcs', ['viber', 'rcs']],
	['fax,sms', ['sms']],
	[undefined, []],
])('%j names the channels %j', (sendBy, channels) => {
	expect(channelsOf(sendBy)).toEqual(channels);
});

describe('each channel', () => {
	test('that is not chosen is not judged', () => {
		expect(contentOf({ ...viber, smsText: '', agent: '', content: 'card' })).toEqual({
			channels: ['viber'],
			viber: { sender: 'Shop', text: 'Sale' },
		});
	});

	test.each([
		[{ ...viber, viberSender: 'x'.repeat(41) }, 'Viber Sender has 41 characters, more than 40'],
		[
			{ ...viber, viberText: `${'x'.repeat(999)}😀` },
			'Viber Text has 1001 characters instead of 1 to 1000',
		],
		[
			{ sendBy: 'sms', smsSender: 'Shop', smsText: 'x'.repeat(766) },
			'SMS Text has 766 characters, more than the 765 that 5 segments hold',
		],
	])('%j is refused', (values, message) => {
		expect(contentOf(values)).toBe(message);
	});
});

describe('beside the text of Viber', () => {
	test.each(['jpg', 'png', 'tiff', 'jpeg', 'gif', 'BMP'])('a picture may end in %s', (ending) => {
		const picture = addressOf(255, `.${ending}`);
		expect(shown({ picture, label: ' ', link: '' })).toEqual({
			channels: ['viber'],
			viber: { sender: 'Shop', text: 'Sale', image_url: picture },
		});
	});

	test('a button has a label of up to 20 units, and leads somewhere', () => {
		const longest = `${'x'.repeat(18)}😀`;
		expect(shown({ label: longest, link: addressOf(255) })).toMatchObject({
			viber: { button_caption: longest, link_url: addressOf(255) },
		});
	});

	test.each([
		[{ picture: 'file:///sale.jpg' }, 'Picture "file:///sale.jpg" is not an address of the web'],
		[
			{ picture: 'https://shop.example.com/sale.jpg?size=2' },
			'Picture is an address that does not end in the type of a picture',
		],
		[{ picture: addressOf(256, '.jpg') }, 'Picture has 256 characters, more than 255'],
		[{ label: `${'x'.repeat(19)}😀`, link }, 'Button Label has 21 characters instead of 1 to 20'],
		[{ label, link: 'shop' }, 'Button Link "shop" is not an address of the web'],
		[{ label, link: addressOf(256) }, 'Button Link has 256 characters, more than 255'],
	])('%j is refused', (fields, message) => {
		expect(shown(fields)).toBe(message);
	});
});

test('the words of a message are those of its first channel', () => {
	const both = {
		viber: { sender: 'Shop', text: 'by Viber' },
		sms: { sender: 'Shop', text: 'by SMS' },
		rcs: { sender: 'Shop', cards: [{ title: 'by', text: 'RCS' }] },
	};
	expect(firstWords({ ...both, channels: ['viber', 'sms'] })).toBe('by Viber');
	expect(firstWords({ ...both, channels: ['sms', 'viber'] })).toBe('by SMS');
	expect(firstWords({ ...both, channels: ['rcs'] })).toBe('by\nRCS');
});
