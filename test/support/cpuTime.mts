/**
 * Runs a job; returns the milliseconds of processor time that this process took meanwhile. Unlike the time on a clock, it does not grow
 * with what else the machine has to do, so that a limit of it can be kept on any machine.
 */
export async function cpuMs(job: () => unknown): Promise<number> {
	const begun = process.cpuUsage();
	await job();
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
}
