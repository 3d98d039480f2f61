/** Moves a time of the service (`yyyy-mm-dd hh:mm:ss`) by seconds, in the service's own time: no zone is needed. */
export function shiftTime(text: string, seconds: number): string {
	const time = Date.parse(`${text.replace(' ', 'T')}Z`);
	return Number.isNaN(time)
		? text
		: new Date(time + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
