import { countryCodeOf } from './prices.mts';
import { stamp } from './clock.mts';
import { written } from './dialect.mts';
import { sendOne } from './sending.mts';
import type { Service } from './service.mts';
import type { CodeTemplate, Verification } from './types.mts';

// One-time passwords (extensions notes, section 8): their codes, their life and how they are shown.

/** The ID of the nth verification: tests know it. */
export const verificationId = (nth: number): string =>
	`c0de0000-0000-4000-8000-${String(nth).padStart(12, '0')}`;

/** A verification of so many fields, the others as usual; nobody keeps it yet. */
export const newVerification = (service: Service, fields: Partial<Verification>): Verification => ({
	id: verificationId(0),
	recipient: '380991112233',
	status: 'pending',
	channel: 'sms',
	sender: 'Sandbox',
	senderAlt: null,
	text: 'Your code is {code2fa}',
	lifetimeSeconds: 300,
	maxTries: 3,
	digits: 6,
	sendings: 1,
	tries: 0,
	messageIds: [],
	createdMs: service.clock.ms(),
	expiresMs: service.clock.ms() + 300_000,
	finishedMs: null,
	...fields,
});

/** The code that was sent last: the last digits of the number backwards, and one more with each sending. Tests know it. */
export function codeOf({ recipient, digits, sendings }: Verification): string {
	const backwards = Number([...recipient.slice(-digits)].reverse().join(''));
	return String((backwards + sendings - 1) % 10 ** digits).padStart(digits, '0');
}

/** Lets a verification end whose time is up. */
export function settled(service: Service, verification: Verification): Verification {
	const { status, expiresMs, lifetimeSeconds } = verification;
	const moreMs = (service.config.codeLifetimes - 1) * lifetimeSeconds * 1000;
	if (status === 'pending' && service.clock.ms() >= expiresMs + moreMs)
		Object.assign(verification, { status: 'expired', finishedMs: expiresMs });
	return verification;
}

/** Sends the code, which voids the one before. */
export function sendCode(service: Service, verification: Verification): void {
	const { channel, sender, recipient, text, lifetimeSeconds } = verification;
	verification.sendings++;
	verification.expiresMs = service.clock.ms() + lifetimeSeconds * 1000;
	const message = sendOne(service, {
		type: channel,
		sender,
		recipients: [
			{
				phone: recipient,
				reference: null,
				sender,
				text: text.replace('{code2fa}', codeOf(verification)),
			},
		],
		terms: { validityHours: 1, tariff: 0, startMs: null },
	});
	if (message) verification.messageIds.push(message.id);
}

/** A verification as the service shows it. `message_text` holds the variable, not the code. */
export function verificationView(
	service: Service,
	verification: Verification,
): Record<string, unknown> {
	const { dialect, timeZone, currency } = service.config;
	const { status, messageIds } = settled(service, verification);
	const price = messageIds.reduce(
		(sum, id) => sum + (service.store.messages.get(id)?.price ?? 0),
		0,
	);
	return {
		id: verification.id,
		recipient: verification.recipient,
		status,
		channel: verification.channel,
		sender: verification.sender,
		sender_alt: verification.senderAlt,
		message_text: verification.text,
		code_lifetime: verification.lifetimeSeconds,
		code_max_tries: verification.maxTries,
		code_digits: verification.digits,
		price: written.number(dialect, status === 'pending' ? 0 : price),
		currency,
		country_code: countryCodeOf(verification.recipient),
		expired_at: stamp(verification.expiresMs, timeZone),
		created_at: stamp(verification.createdMs, timeZone),
		finished_at: stamp(verification.finishedMs, timeZone),
	};
}

/** The messages that carried its codes. */
export function messagesView(service: Service, { messageIds }: Verification): unknown[] {
	const { dialect, timeZone } = service.config;
	return messageIds.flatMap((id) => {
		const message = service.store.messages.get(id);
		if (!message) return [];
		return {
			id: written.id(dialect, id),
			recipient: message.msisdn,
			status: message.status === 'new' ? 'accepted' : 'sent',
			channel: message.channel,
			sender: message.sender,
			price: written.number(dialect, message.price),
			currency: message.currency,
			sent_at: stamp(message.sendMs, timeZone),
			created_at: stamp(message.createdMs, timeZone),
		};
	});
}

/** A template as the service shows it. */
export const templateView = (
	{ config }: Service,
	{ id, updatedMs, ...rest }: CodeTemplate,
): Record<string, unknown> => ({
	template_id: written.id(config.dialect, id),
	...rest,
	updated_at: stamp(updatedMs, config.timeZone),
});
