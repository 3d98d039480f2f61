/** Why a value was not accepted. */
export interface Refusal {
	/** Display name of the parameter. */
	field: string;
	/** Full sentence naming the field, the (masked) value and the limit. */
	message: string;
	/** How to mend it. */
	description?: string;
}

/** A checked value, or the reason it was refused. */
export type Checked<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };
