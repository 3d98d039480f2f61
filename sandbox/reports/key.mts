import type { Service } from '../service.mts';

/** A new file key in the dialect's form. */
export function newReportKey(service: Service): string {
	for (;;) {
		const key =
			service.config.dialect.reportKey === 'hex'
				? service.random.hex(18)
				: String(service.random.integer(100_000_000, 999_999_999));
		if (!service.store.reports.has(key)) return key;
	}
}
