import { duration } from './print.mts';

/** A reply of the registry that brought a package, as npm tells it at its log level "http". */
const FETCHED = /\bnpm http fetch GET 200\b.*\.tgz/;
/** Fewer packages than this say nothing about the time that is left. */
const ENOUGH = 20;

/**
 * Follows an installation by what npm writes.
 * @param packages how many are to come
 * @param now the clock, in milliseconds
 * @returns takes a line of npm's; gives what to show of it, without any address, or undefined where nothing is new
 */
export function watchInstall(
	packages: number,
	now: () => number = Date.now,
): (line: string) => string | undefined {
	const started = now();
	let fetched = 0;
	return (line) => {
		if (!FETCHED.test(line)) return undefined;
		fetched = Math.min(fetched + 1, packages);
		const share = fetched / packages;
		const left = ((now() - started) / share) * (1 - share);
		const rest = fetched < ENOUGH ? '' : `, about ${duration(left)} left`;
		return fetched === packages
			? 'unpacking'
			: `fetching packages: ${Math.floor(share * 100)} %${rest}`;
	};
}

/**
 * What somebody is told before anything is fetched.
 * @param version of n8n
 * @param folder into which npm puts it, from the repository's root
 * @param packages how many it takes
 */
export function announcement(version: string, folder: string, packages: number): string {
	return `n8n ${version} is not installed here yet. npm fetches it into ${folder}, once: about ${packages} packages, which take up to 3 GB on the disk. This takes some minutes.`;
}

/** What a person can use of what npm wrote when it failed, without the address of any registry. */
export function npmFailure(written: string): string {
	return written
		.split('\n')
		.filter((line) => !/\bnpm http\b/.test(line))
		.join('\n')
		.replace(/https?:\/\/[^\s"')]+/g, '(the registry)');
}
