// Tries every sequence of choices: a course is run again and again, each time with the next sequence.

/** Takes the next way at a point where several things may happen. */
export interface Oracle {
	/** @param of whom the choice is about; nothing where it is about all */
	choose<Way>(
		what: string,
		ways: ReadonlyArray<readonly [name: string, way: Way]>,
		of?: string,
	): Way;
	/** Whether no sequence before this one has come to this point. */
	isNew(): boolean;
}

/** What was chosen at one point. */
export interface Chosen {
	what: string;
	name: string;
	of: string | undefined;
}

/**
 * Runs a course with every sequence of choices that it asks for, depth first. The course has to be the same for the same choices.
 * Nothing is the result of one that comes to where another has been.
 * @param end told what each came to; true ends it all
 * @param goesOn asked before each
 * @returns how many points of choice were passed
 */
export async function everySequence<Result>(
	course: (oracle: Oracle) => Promise<Result | undefined>,
	end: (result: Result, chosen: readonly Chosen[]) => boolean,
	goesOn: () => boolean,
): Promise<number> {
	let points = 0;
	/** The place of the way to take at each point, and how many there are. */
	let places: Array<{ place: number; of: number }> = [];
	while (goesOn()) {
		const chosen: Chosen[] = [];
		const taken = places.length;
		const choose: Oracle['choose'] = (what, ways, of) => {
			const at = chosen.length;
			const known = places[at];
			if (known && known.of !== ways.length)
				throw new Error(`The course is not the same for the same choices, at “${what}”`);
			const point = known ?? { place: 0, of: ways.length };
			if (!known) {
				places.push(point);
				points++;
			}
			const way = ways[point.place];
			if (!way) throw new Error(`Nothing can happen at “${what}”`);
			chosen.push({ what, name: way[0], of });
			return way[1];
		};
		const result = await course({ choose, isNew: () => chosen.length >= taken });
		if (result !== undefined && end(result, chosen)) return points;
		while (places.length > 0 && (places.at(-1)?.place ?? 0) + 1 === places.at(-1)?.of) places.pop();
		const last = places.at(-1);
		if (!last) return points;
		places = [...places.slice(0, -1), { ...last, place: last.place + 1 }];
	}
	return points;
}
