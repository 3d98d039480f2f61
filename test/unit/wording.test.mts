import type { INodeProperties } from 'n8n-workflow';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { OUTPUTS } from '../../nodes/MessagingService/resources/sms/waitForDelivery.operation.ts';

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

test('the labels of outputs are short enough for the canvas, and others speak of them by the same name', () => {
	const labels = [...OUTPUTS.matchAll(/displayName: "([^"]+)"/g)].map(([, label]) => label ?? '');
	expect(labels).toEqual(['Delivered', 'Other']);
	const { builderHint } = new MessagingService().description;
	const waiting = properties
		.flatMap(({ options = [] }) => options)
		.find((option) => 'value' in option && option.value === 'waitForDelivery');
	const hints = [
		builderHint?.searchHint,
		waiting && 'builderHint' in waiting ? waiting.builderHint?.propertyHint : undefined,
	];
	for (const hint of hints) {
		expect(hint).toMatch(/Delivered.*Other/);
		expect(hint).not.toContain('Not Delivered');
	}
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

test('a text speaks of Simplify only where the operation has it', () => {
	const speaks = (field: INodeProperties): boolean =>
		JSON.stringify([field.description, field.options ?? []]).includes('Simplify');
	const alone = properties.filter(
		(field) =>
			speaks(field) &&
			field.name === 'options' &&
			!properties.some(
				({ name, displayOptions }) =>
					name === 'simplify' &&
					JSON.stringify(displayOptions?.show?.resource) ===
						JSON.stringify(field.displayOptions?.show?.resource) &&
					JSON.stringify(displayOptions?.show?.operation) ===
						JSON.stringify(field.displayOptions?.show?.operation),
			),
	);
	expect(alone.map(({ displayOptions }) => displayOptions?.show)).toEqual([]);
});
