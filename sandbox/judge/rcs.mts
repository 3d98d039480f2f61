import {
	judgeAgent,
	judgeCampaignSender,
	judgeCampaignText,
	judgeTerms,
	type CampaignAccount,
	type CampaignTerms,
} from './campaign.mts';
import type { Complaints } from './complaints.mts';
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from './limits.mts';
import { isObject, own, readInteger } from './values.mts';

/** The part of an RCS order that does not depend on who receives it. */
export interface RcsOrder {
	sender: string;
	text: string;
	terms: CampaignTerms;
	/** The SMS that is sent where RCS does not arrive. */
	alternative: { text: string; sender: string } | null;
}

/** Judges `options`: a text, or cards. Returns the text that a phone would show, a line for each card. */
function judgeOptions(options: unknown, complaints: Complaints): string {
	if (!isObject(options)) {
		complaints.add('options', 'The options field must be an object with text or cards.');
		return '';
	}
	const cards = own(options, 'cards');
	if (Array.isArray(cards) && cards.length > 0 && cards.every(isObject))
		return cards
			.map((card) =>
				`${String(own(card, 'title') ?? '')} ${String(own(card, 'text') ?? '')}`.trim(),
			)
			.join('\n');
	const text = own(options, 'text');
	if (typeof text === 'string' && text !== '') return text;
	complaints.add('options.text', 'The text is required.');
	return '';
}

function judgeAlternative(
	channel: unknown,
	account: CampaignAccount,
	complaints: Complaints,
): RcsOrder['alternative'] {
	if (channel === undefined) return null;
	const sms = isObject(channel) ? own(channel, 'sms') : undefined;
	if (!isObject(sms)) {
		complaints.add('alternative_channel', 'The alternative channel must hold sms.');
		return null;
	}
	const path = 'alternative_channel.sms';
	return {
		text: judgeCampaignText(own(sms, 'text'), `${path}.text`, complaints),
		sender: judgeCampaignSender(own(sms, 'sender'), `${path}.sender`, account, complaints),
	};
}

/**
 * Judges what the RCS creations share: sender, options, alternative_channel, and validity in hours or seconds
 * (extensions notes, section 5).
 */
export function judgeRcs(
	body: Record<string, unknown>,
	account: CampaignAccount,
	complaints: Complaints,
): RcsOrder {
	const sender = judgeAgent(own(body, 'sender'), complaints);
	const text = judgeOptions(own(body, 'options'), complaints);
	const alternative = judgeAlternative(own(body, 'alternative_channel'), account, complaints);
	const terms = judgeTerms(body, account, complaints);
	const validity = own(body, 'validity_seconds');
	if (validity !== undefined) {
		const seconds = readInteger(validity, false);
		if (seconds === undefined || seconds < MIN_VALIDITY_SECONDS || seconds > MAX_VALIDITY_SECONDS)
			complaints.add(
				'validity_seconds',
				`The validity must be an integer between ${MIN_VALIDITY_SECONDS} and ${MAX_VALIDITY_SECONDS}.`,
			);
		else terms.validityHours = seconds / 3600;
	}
	return { sender, text, terms, alternative };
}
