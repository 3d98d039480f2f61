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
	private readonly all: Recipient[];
	/** Where the last one that was looked for stands: most often the next one is looked for after it. */
	private lastPlace = -1;
	/** Where each stands, once one was looked for out of turn. */
	private places?: Map<Message, number>;

	constructor(recipients: readonly Recipient[]) {
		this.all = [...recipients];
	}

	/** All recipients as they are now, in the order of the request. */
	get recipients(): Recipient[] {
		return [...this.all];
	}

	/** Those that are not settled yet, in the order of the request. */
	get open(): OpenRecipient[] {
		return this.recipients.filter(isOpen);
	}

	/** A recipient as it is now, whatever it was when the caller looked. */
	of({ message }: Recipient): Recipient | undefined {
		const place = this.placeOf(message);
		return place === undefined ? undefined : this.all[place];
	}

	/** Lets something happen to a recipient, whatever it has become since the caller looked. */
	advance({ message }: Recipient, event: RecipientEvent): void {
		const place = this.placeOf(message);
		const recipient = place === undefined ? undefined : this.all[place];
		if (place !== undefined && recipient) this.all[place] = advance(recipient, event);
	}

	/** Lets the same happen to several recipients. */
	advanceAll(recipients: readonly Recipient[], event: RecipientEvent): void {
		for (const recipient of recipients) this.advance(recipient, event);
	}

	private placeOf(message: Message): number | undefined {
		const next = (this.lastPlace + 1) % this.all.length;
		if (this.all[next]?.message === message) return (this.lastPlace = next);
		this.places ??= new Map(this.all.map((one, place) => [one.message, place]));
		const place = this.places.get(message);
		if (place !== undefined) this.lastPlace = place;
		return place;
	}
}
