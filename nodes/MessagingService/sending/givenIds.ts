import type { IDataObject } from 'n8n-workflow';
import { isId } from '../../shared/reply';
import type { Fields } from './answer';

/*
 * The IDs that the service gave to what one run sent. It gives each once (2.2, 2.3). An answer that names one of them again is that of an
 * earlier request, which a guard against double submits or a proxy has given once more: it says nothing of what was sent now.
 */

/** Stands for an answer that nobody holds any more. */
const EARLIER = Symbol('earlier');

type WithIds = Fields | IDataObject | undefined;

/** The names of IDs in records: a task may have the number of a message. */
const namesIn = (records: readonly WithIds[]): string[] =>
	records.flatMap((record) =>
		['id', 'task_id']
			.filter((field) => isId(record?.[field]))
			.map((field) => `${field} ${String(record?.[field])}`),
	);

export class GivenIds {
	/** By the name of an ID: the answer that held it. One answer may be weighed more than once. */
	readonly #answers = new Map<string, unknown>();

	/** Notes what was there before the requests of this try: records that name what an earlier try made, or campaigns that are listed. */
	know(records: readonly WithIds[]): void {
		for (const name of namesIn(records)) this.#answers.set(name, EARLIER);
	}

	/** Whether a message or a campaign with this ID belongs to the run. */
	has(id: unknown): boolean {
		return this.#answers.has(`id ${String(id)}`);
	}

	/**
	 * Takes the places of an answer that name what was made, and the answer; returns the name of an ID among them that came with another
	 * answer. Where there is none, the IDs are those of this one.
	 */
	claim(places: readonly Fields[], answer: unknown): string | undefined {
		const names = namesIn(places);
		const given = names.find(
			(name) => this.#answers.has(name) && this.#answers.get(name) !== answer,
		);
		if (given === undefined) for (const name of names) this.#answers.set(name, answer);
		return given;
	}
}
