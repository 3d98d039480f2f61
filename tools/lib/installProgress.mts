import { duration } from './print.mts';

/** What pnpm tells of its work, line by line. */
const PROGRESS = /^Progress: .*reused (\d+), downloaded (\d+), added (\d+)(, done)?/;
/** Fewer packages than this say nothing about the time that is left. */
const ENOUGH = 20;

/**
 * Follows an installation by what pnpm writes.
 * @param packages how many are to come, at most
 * @param now the clock, in milliseconds
 * @returns takes a line of pnpm's; gives what to show of it, or undefined where nothing is new
 */
export function watchInstall(
	packages: number,
	now: () => number = Date.now,
): (line: string) => string | undefined {
	const started = now();
	return (line) => {
		const [is, reused = 0, downloaded = 0, added = 0, end] = PROGRESS.exec(line) ?? [];
		if (is === undefined) return undefined;
		if (end !== undefined) return 'building native packages';
		// A package that is used in several places is added several times.
		const ready = Math.min(Number(reused) + Number(downloaded), Number(added), packages);
		const share = ready / packages;
		const left = ((now() - started) / share) * (1 - share);
		const rest = ready < ENOUGH ? '' : `, about ${duration(left)} left`;
		return `fetching packages: ${Math.floor(share * 100)} %${rest}`;
	};
}

/**
 * What somebody is told before anything is fetched.
 * @param version of n8n
 * @param folder into which it is put, from the repository's root
 * @param packages how many it takes
 */
export function announcement(version: string, folder: string, packages: number): string {
	return `n8n ${version} is not installed here yet. It is fetched into ${folder}, once: about ${packages} packages, which take up to 3 GB on the disk. This takes some minutes.`;
}

/** What a person can use of what pnpm wrote when it failed, without the address of any registry. */
export const installFailure = (written: string): string =>
	written.replace(/https?:\/\/[^\s"')]+/g, '(the registry)');
