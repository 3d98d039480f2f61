/** What `test/run.mts` was asked for on its command line, as it hands it on to the tests. */
interface Options {
	short?: boolean;
	long?: boolean;
	words?: string[];
	[name: string]: boolean | string | string[] | undefined;
}

const options = JSON.parse(process.env.TEST_OPTIONS ?? '{}') as Options;

/** Whether the short form of a run is wanted, which CI makes. */
export const isShort = options.short === true;

/** Whether the long form of a run is wanted, which a release is judged by. */
export const isLong = options.long === true;

/** The words of the command line that name the tests to be run; none for all of them. */
export const words = options.words ?? [];

/** The value of an option; undefined when it was not given. */
export function option(name: string): string | undefined {
	const value = options[name];
	return typeof value === 'string' ? value : undefined;
}

/** Whether a switch was given. */
export function isSet(name: string): boolean {
	return options[name] === true;
}
