/** A trigger on the messages of campaigns, for its tests. */
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { Host, ruleFor, type Storage } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

/** What becomes of messages in the end. */
export const FINALS = ['delivered', 'undelivered', 'expired', 'failed'];

/** Takes an event; returns the ID of its message. */
export const idOf = ({ record }: StatusEvent): number => Number(record.id);

/** A service with campaigns, and a trigger that watches their messages. */
export function setUp(
	event: 'campaignMessageFinished' | 'campaignMessageStatusChanged' = 'campaignMessageFinished',
	options: ConstructorParameters<typeof FakeService>[0] = {},
	rule: Parameters<typeof ruleFor>[1] = {},
	storage: Storage = 'legacy',
) {
	const service = new FakeService(options);
	const host = new Host(service, ruleFor(event, rule), storage, ['sms']);
	const poll = async (options: Parameters<Host['poll']>[0] = {}, seconds = 60) => {
		host.advance(seconds);
		const before = service.requests;
		const result = await host.poll(options);
		return { ...result, requests: service.requests - before };
	};
	return { service, host, poll };
}
