import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { exampleFiles } from '../support/exampleFiles.mts';

const { description } = new MessagingService();

/** What n8n leaves of a node's parameters when it makes a workflow of what is stored: it drops what it takes for not shown. */
function kept(parameters: INodeParameters): INodeParameters {
	const node = { typeVersion: 1, parameters } as INode;
	return (
		NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			node,
			description,
		) ?? {}
	);
}

const SENDS: Array<[string, string, INodeParameters]> = [
	['sms', 'send', {}],
	['sms', 'sendBulk', { recipientSource: 'item' }],
	['sms', 'sendIndividual', { recipientSource: 'item' }],
	['campaign', 'sendSms', { recipientSource: 'item' }],
	['campaign', 'sendPersonalizedSms', { recipientSource: 'item' }],
];

describe('what n8n keeps of what a user typed', () => {
	it.each(SENDS)("%s %s: the user's own reference, under Options", (resource, operation, more) => {
		const options = { referenceMode: 'custom', reference: '={{ $json.order }}' };
		expect(kept({ resource, operation, ...more, options }).options).toEqual(options);
	});

	it('shows no field for the value of an option: n8n would drop it', () => {
		const conditions = description.properties.flatMap(({ displayOptions = {} }) =>
			[displayOptions.show, displayOptions.hide].flatMap((rule) => Object.keys(rule ?? {})),
		);
		expect(conditions.filter((name) => name.includes('.'))).toEqual([]);
	});

	it('everything that an example says', () => {
		for (const { nodes } of exampleFiles())
			for (const { type, parameters } of nodes) {
				if (!type.endsWith('.messagingService')) continue;
				const given = parameters as INodeParameters;
				expect(kept(given)).toMatchObject(given);
			}
	});
});
