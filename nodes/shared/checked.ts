/** Why a value is refused before anything is sent. */
export interface Refusal {
	/** Display name of the parameter. */
	field: string;
	/** A whole sentence naming the parameter, the value (phones masked) and the limit. */
	message: string;
	/** How to mend it. */
	description?: string;
	/** Whether it concerns all recipients, such as a name that none of them has. */
	isOfAll?: boolean;
}

export interface Refused {
	ok: false;
	refusal: Refusal;
}

export interface Accepted<T> {
	ok: true;
	value: T;
	/** What the user should know of how the value was read. */
	hint?: string;
}

/** A value that keeps the specification's rules, or the reason why it does not. */
export type Checked<T> = Accepted<T> | Refused;

/** Accepts a value. */
export function accept<T>(value: T, hint?: string): Accepted<T> {
	return hint === undefined ? { ok: true, value } : { ok: true, value, hint };
}

/** Refuses the value of a parameter; `field` is its display name. */
export function refuse(field: string, message: string, description?: string): Refused {
	return { ok: false, refusal: { field, message, description } };
}

/** As refuse, with a message that begins with the display name. `what` says what the value is or has, the description how to cure it. */
export function refuseAs(field: string, what: string, description: string): Refused {
	return refuse(field, `${field} ${what}`, description);
}
