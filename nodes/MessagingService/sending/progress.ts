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
	private readonly byMessage = new Map<Message, Recipient>();

	constructor(recipients: readonly Recipient[]) {
		for (const recipient of recipients) this.byMessage.set(recipient.message, recipient);
	}

	/** All recipients as they are now, in the order of the request. */
	get recipients(): Recipient[] {
		return [...this.byMessage.values()];
	}

	/** Those that are not settled yet, in the order of the request. */
	get open(): OpenRecipient[] {
		return this.recipients.filter(isOpen);
	}

	/** A recipient as it is now, whatever it was when the caller looked. */
	of({ message }: Recipient): Recipient | undefined {
		return this.byMessage.get(message);
	}

	/** Lets something happen to a recipient, whatever it has become since the caller looked. */
	advance({ message }: Recipient, event: RecipientEvent): void {
		const recipient = this.byMessage.get(message);
		if (recipient) this.byMessage.set(message, advance(recipient, event));
	}

	/** Lets the same happen to several recipients. */
	advanceAll(recipients: readonly Recipient[], event: RecipientEvent): void {
		for (const recipient of recipients) this.advance(recipient, event);
	}
}
