import { LIMITS } from '../spec';
import { formatServiceTime, MS_PER_DAY } from '../time';

/** The days, in the service's zone, on which anything of the last three months was made: some lists need both ends of a period. */
export const lately = (zone: string): [from: string, to: string] => {
	const day = (ms: number) => formatServiceTime(Date.now() + ms, zone).slice(0, 10);
	// Clocks differ, and days begin elsewhere.
	return [day(-LIMITS.listDays * MS_PER_DAY), day(MS_PER_DAY)];
};
