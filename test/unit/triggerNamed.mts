/** A trigger on messages that are named by their IDs, for its tests. */
import { watcherOf } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import type { Read } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import type { Service } from '../../nodes/shared/service/index.ts';
import { Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

const MINUTE = 60;

/** A trigger on messages that the service shows as `statuses` says. */
export function watching(
	names: string[],
	statuses: Map<string, string>,
	mode: 'status' | 'finished' = 'finished',
) {
	const asked: string[] = [];
	/** How many were asked for by each request for many. */
	const together: number[] = [];
	const offers = { many: false };
	let flying = 0;
	const most = { inFlight: 0 };
	const read: Read = async (path, _qs, _isUsable, call) => {
		if (path === '/rest/sms/getStatus') {
			if (!offers.many) return undefined;
			let ids: number[] = [];
			const service: Service = {
				timeZone: 'UTC',
				call: async ({ body }) => {
					ids = (body as { ids: number[] }).ids;
					return await Promise.reject(new Error('asked'));
				},
			};
			await call?.(service).catch(() => undefined);
			together.push(ids.length);
			const told = ids.flatMap((id) => {
				const status = statuses.get(String(id));
				return status === undefined ? [] : [{ id: String(id), status }];
			});
			return { error: 0, result: told };
		}
		const id = path.slice('/rest/sms/'.length);
		asked.push(id);
		most.inFlight = Math.max(most.inFlight, (flying += 1));
		await new Promise(setImmediate);
		flying -= 1;
		const status = statuses.get(id);
		if (status === 'away') throw new Error('the service is away');
		return status === undefined ? undefined : { id: Number(id), status };
	};
	const rule = ruleFor('messageStatusChanged', { mode });
	const host = new Host(new FakeService(), rule);
	const name = (wanted: string[]) => {
		host.watcher = watcherOf(
			{
				rule,
				kind: 'message',
				campaignTypes: [],
				keys: wanted.map((one) => `i${one}`),
				expected: 0,
				received: { words: [], optOut: 'any', optOutWords: [] },
				reportExisting: false,
			},
			read,
			'UTC',
		);
	};
	name(names);
	/** Polls once a minute for so long. @returns how often was asked */
	const during = async (seconds: number): Promise<number> => {
		const before = asked.length;
		for (let left = seconds; left > 0; left -= MINUTE) {
			await host.poll();
			host.advance(MINUTE);
		}
		return asked.length - before;
	};
	return { host, asked, together, offers, most, during, name };
}
