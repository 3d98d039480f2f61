import {
	advance,
	isOpen,
	type Message,
	type OpenRecipient,
	type Recipient,
	type RecipientEvent,
} from './outcomes';

/**
 * The recipients of one request while it is under way. It belongs to the sendRequest that carries the request and ends with it,
 * and it holds nothing but the recipients of that request.
 */
export class Progress {
	private readonly byMessage: Map<Message, Recipient>;

	constructor(recipients: readonly Recipient[]) {
		this.byMessage = new Map(recipients.map((recipient) => [recipient.message, recipient]));
	}

	/** All recipients as they are now, in the order of the request. */
	get recipients(): Recipient[] {
		return [...this.byMessage.values()];
	}

	/** Those that are not settled yet, in the order of the request. */
	get open(): OpenRecipient[] {
		return this.recipients.filter(isOpen);
	}

	/** Lets the same happen to all of the given recipients, whatever they have become meanwhile. */
	advance(recipients: readonly Recipient[], event: RecipientEvent): void {
		for (const { message } of recipients) {
			const recipient = this.byMessage.get(message);
			if (recipient) this.byMessage.set(message, advance(recipient, event));
		}
	}
}
