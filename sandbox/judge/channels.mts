import {
	judgeAgent,
	judgeCampaignSender,
	judgeCampaignText,
	type CampaignAccount,
} from './campaign.mts';
import type { Complaints } from './complaints.mts';
import {
	MAX_VIBER_BUTTON,
	MAX_VIBER_IMAGE,
	MAX_VIBER_LINK,
	MAX_VIBER_TEXT,
	VIBER_IMAGE,
} from './limits.mts';
import { judgeAddress, judgeOptions, judgeUpTo, judgeWays, type RcsOrder } from './rcs.mts';
import type { Instead } from '../types.mts';
import { isObject, own } from './values.mts';

// A message that goes by one channel after the other (extensions notes, sections 1 and 13).

const CHANNELS = ['sms', 'rcs', 'viber'] as const;

/** Judges the object of a channel. */
function judgeChannel(
	channel: Instead['channel'],
	value: unknown,
	account: CampaignAccount,
	complaints: Complaints,
): Instead {
	if (!isObject(value)) {
		complaints.add(channel, `The ${channel} field is required for this channel.`);
		return { channel, sender: '', text: '', rcs: null };
	}
	const sender = own(value, 'sender');
	if (channel === 'sms')
		return {
			channel,
			sender: judgeCampaignSender(sender, 'sms.sender', account, complaints),
			text: judgeCampaignText(own(value, 'text'), 'sms.text', complaints),
			rcs: null,
		};
	if (channel === 'rcs') {
		const agent = judgeAgent(sender, complaints, 'rcs.sender');
		return { channel, sender: agent, ...judgeOptions(value, 'rcs', complaints) };
	}
	// What is left out is as wrong as an empty text.
	const text = judgeUpTo(own(value, 'text') ?? '', 'viber.text', MAX_VIBER_TEXT, complaints);
	const image = own(value, 'image_url');
	if (image !== undefined) {
		judgeAddress(image, 'viber.image_url', MAX_VIBER_IMAGE, complaints);
		if (!VIBER_IMAGE.test(String(image)))
			complaints.add('viber.image_url', 'The image has a wrong type.');
	}
	const caption = own(value, 'button_caption');
	const link = own(value, 'link_url');
	const label = judgeUpTo(caption, 'viber.button_caption', MAX_VIBER_BUTTON, complaints);
	if (caption !== undefined || link !== undefined)
		judgeAddress(link, 'viber.link_url', MAX_VIBER_LINK, complaints);
	const media = typeof image === 'string' ? { url: image } : undefined;
	const suggestions = label === '' ? [] : [{ text: label, url: link }];
	// A picture and a button stand under the text, as on a card.
	const hasMore = media !== undefined || suggestions.length > 0;
	return {
		channel,
		sender: judgeAgent(sender, complaints, 'viber.sender'),
		text,
		rcs: hasMore ? { cards: [{ text, media, suggestions }] } : null,
	};
}

/** Judges the channels of a message, in the order of fall-back. */
export function judgeChannels(
	body: Record<string, unknown>,
	account: CampaignAccount,
	complaints: Complaints,
): Omit<RcsOrder, 'type'> & { type: Instead['channel'] } {
	const named = own(body, 'channels');
	const channels = CHANNELS.filter((one) => Array.isArray(named) && named.includes(one));
	const isGiven =
		Array.isArray(named) &&
		named.length >= 1 &&
		named.length <= 2 &&
		channels.length === named.length;
	if (!isGiven)
		complaints.add('channels', 'The channels must be one or two of sms, rcs and viber.');
	const wanted = isGiven ? (named as Array<Instead['channel']>) : [];
	const [first = { channel: 'sms' as const, sender: '', text: '', rcs: null }, instead = null] =
		wanted.map((channel) => judgeChannel(channel, own(body, channel), account, complaints));
	const { channel, ...message } = first;
	return { type: channel, ...message, instead, ...judgeWays(body, account, complaints) };
}
