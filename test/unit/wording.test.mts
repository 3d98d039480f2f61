import type { INodeProperties } from 'n8n-workflow';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';

/* What users read is checked here for what they stumbled over: order, names that are cut, words of the service without a meaning. */

const { properties } = new MessagingService().description;
const isOf = ({ displayOptions }: INodeProperties, resource: string, operation: string): boolean =>
	displayOptions?.show?.resource?.includes(resource) === true &&
	displayOptions.show.operation?.includes(operation) === true;

/** The fields of an operation that the form shows, in their order. */
const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
	properties.filter(
		(field) =>
			isOf(field, resource, operation) && field.type !== 'hidden' && field.type !== 'notice',
	);

const SENDS: ReadonlyArray<[resource: string, operation: string]> = [
	['sms', 'send'],
	['sms', 'sendAndWait'],
	['sms', 'sendBulk'],
	['sms', 'sendIndividual'],
	['campaign', 'sendSms'],
	['campaign', 'sendPersonalizedSms'],
	['campaign', 'sendSmsToContactLists'],
];

test.each(SENDS)('%s: %s asks for the sender, who gets it, the text, the options', (...names) => {
	const labels = [...new Set(fieldsOf(...names).map(({ displayName }) => displayName))];
	const places = [
		labels.indexOf('Sender'),
		labels.findIndex((label) => /^(?:Phone Number|Recipients From|Contact List)/.test(label)),
		labels.indexOf('Text'),
		labels.indexOf('Options'),
	];
	expect(places[0]).toBe(0);
	expect(places).toEqual([...places].sort((a, b) => a - b));
	expect(places).not.toContain(-1);
});

test('Simplify always returns fewer fields, and a summary of a send is called Summary Only', () => {
	const simplifying = properties.filter(({ name }) => name === 'simplify');
	const sends = simplifying.filter((field) =>
		SENDS.some(([resource, operation]) => isOf(field, resource, operation)),
	);
	expect(sends.length).toBeGreaterThan(3);
	for (const field of simplifying) {
		if (sends.includes(field)) {
			expect([field.displayName, field.default]).toEqual(['Summary Only', false]);
		} else {
			expect([field.displayName, field.default]).toEqual(['Simplify', true]);
			expect(field.description).toMatch(/^Whether to return a simplified version of the response /);
		}
	}
});
