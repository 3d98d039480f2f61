import { LIMITS, VIBER_PICTURES } from '../../shared/spec';
import { isBlank, valueAt } from '../../shared/text';
import { accept, refuseAs, type Checked } from '../../shared/validation';
import {
	checkAddress,
	checkAgent,
	checkName,
	checkShown,
	checkSms,
	checkUnits,
	contentWords,
	type Content,
	type Values,
} from './content';
import type { LinkDomain } from './shortLinks';

/*
 * What a message of one or two channels says, as a value (extensions notes, section 1): an object for each channel, in the form of the
 * service, and the order in which the service tries them.
 */

export const CHANNELS = ['rcs', 'sms', 'viber'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a message says by Viber. */
interface Viber {
	sender: string;
	text: string;
	image_url?: string;
	button_caption?: string;
	link_url?: string;
}

/** All that a message says by its channels. */
export interface ChannelsContent {
	channels: readonly Channel[];
	rcs?: Content & { sender: string };
	sms?: { sender: string; text: string };
	viber?: Viber;
}

/** The channels of a choice of Send By such as `viber,sms`, in their order. */
export const channelsOf = (sendBy: unknown): Channel[] =>
	typeof sendBy === 'string'
		? sendBy.split(',').flatMap((name) => CHANNELS.find((channel) => channel === name) ?? [])
		: [];

const { viber } = LIMITS;

/** Checks the address of a picture, whose ending names its type. */
function checkPicture(value: unknown, field: string): Checked<string> {
	const address = checkAddress(value, field, viber.address);
	if (!address.ok) return address;
	const ending = address.value.toLowerCase().split('.').pop() ?? '';
	return VIBER_PICTURES.includes(ending)
		? address
		: refuseAs(
				field,
				'is an address that does not end in the type of a picture',
				`Use an address that ends in one of these: ${VIBER_PICTURES.map((type) => `.${type}`).join(', ')}.`,
			);
}

function checkRcsChannel(values: Values): Checked<ChannelsContent['rcs']> {
	const sender = checkAgent(values.agent);
	if (!sender.ok) return sender;
	const shown = checkShown(values);
	return shown.ok ? accept({ sender: sender.value, ...shown.value }) : shown;
}

/** Checks what goes out by Viber. What the form leaves empty is left out; a button leads somewhere. */
function checkViberChannel(values: Values): Checked<Viber> {
	const sender = checkName(values.viberSender, 'Viber Sender', 'a Viber sender', viber.sender);
	if (!sender.ok) return sender;
	const text = checkUnits(values.viberText, 'Viber Text', viber.text);
	if (!text.ok) return text;
	const said: Viber = { sender: sender.value, text: text.value };
	const extra = (name: string): unknown => valueAt(values, `viberExtras.shown.${name}`);
	const [picture, label, link] = ['picture', 'label', 'link'].map(extra);
	if (!isBlank(picture)) {
		const checked = checkPicture(picture, 'Picture');
		if (!checked.ok) return checked;
		said.image_url = checked.value;
	}
	if (!isBlank(label)) {
		const checked = checkUnits(label, 'Button Label', viber.buttonText);
		if (!checked.ok) return checked;
		said.button_caption = checked.value;
	}
	if (!isBlank(label) || !isBlank(link)) {
		const checked = checkAddress(link, 'Button Link', viber.address);
		if (!checked.ok) return checked;
		said.link_url = checked.value;
	}
	return accept(said);
}

const CHECKS: Readonly<
	Record<Channel, (values: Values, linkDomain?: LinkDomain) => Checked<unknown>>
> = {
	rcs: checkRcsChannel,
	sms: checkSms,
	viber: checkViberChannel,
};

/** Checks all that a message says by the channels of Send By. @param linkDomain that of the short links in its SMS, if it gets any */
export function checkChannels(values: Values, linkDomain?: LinkDomain): Checked<ChannelsContent> {
	const channels = channelsOf(values.sendBy);
	const content: ChannelsContent = { channels };
	for (const channel of channels) {
		const checked = CHECKS[channel](values, linkDomain);
		if (!checked.ok) return checked;
		Object.assign(content, { [channel]: checked.value });
	}
	return accept(content);
}

/** The words of the channel that comes first, as the row shows them. */
export function firstWords({
	channels: [first = 'sms'],
	rcs,
	sms,
	viber,
}: ChannelsContent): string {
	const words = { rcs: rcs && contentWords(rcs), sms: sms?.text, viber: viber?.text };
	return words[first] ?? '';
}
