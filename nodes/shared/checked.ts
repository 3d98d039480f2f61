/** Why a value is refused before anything is sent. */
export interface Refusal {
	/** Display name of the parameter. */
	field: string;
	/** A whole sentence naming the parameter, the value (phones masked) and the limit. */
	message: string;
	/** How to mend it. */
	description?: string;
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

/** Takes a good value; returns it as an accepted one. */
export function accept<T>(value: T, hint?: string): Accepted<T> {
	return hint === undefined ? { ok: true, value } : { ok: true, value, hint };
}

/** Takes the parameter's display name and what to say; returns a refusal. */
export function refuse(field: string, message: string, description?: string): Refused {
	return { ok: false, refusal: { field, message, description } };
}

/** Takes the parameter's display name, what it is or has, and the cure; returns a refusal whose message begins with the name. */
export function refuseAs(field: string, what: string, description: string): Refused {
	return refuse(field, `${field} ${what}`, description);
}
