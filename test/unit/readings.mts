import { readPhone } from '../../nodes/shared/validation/index.ts';

export const CHECKS = ['strict', 'possible', 'off'] as const;

/** What a number is read as under each check; the reason where it is refused. */
export const readings = (given: string, country?: string) =>
	CHECKS.map((check) => {
		const read = readPhone(given, { check, country });
		return read.ok ? read.value.digits : read.refusal.message;
	});
