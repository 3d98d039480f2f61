import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import { ONE_AT_A_TIME } from '../support/oneAtATime.mts';
import { sendTo, type Source } from './everydaySupport.mts';
import type { RunResult } from './harness.mts';
import { sendStageOfTests, type Send, type Stage } from './sendsSupport.mts';

/* What tests of errors send, to whom, and which refusal meets it. */

/** A stage for the tests that follow, whose sandbox is empty and has no faults before each of them. */
export function stageOfErrors(): Stage {
	const stage = sendStageOfTests();
	beforeEach(() => stage.sandbox.faults.clear());
	return stage;
}

export const PHONES = ['380991112201', '380991112202', '380991112203', '380991112204'];
export const [A = '', B = ''] = PHONES;
export const FOUR: IDataObject[] = PHONES.map((phone) => ({ phone, name: 'Ann' }));

export const hintsOf = ({ hints }: RunResult): string[] => hints.map(({ message }) => message);

/** An answer that refuses what is sent. */
export const refusal = (more: Partial<FaultRule> = {}): FaultRule => ({
	kind: 'status',
	status: 402,
	body: {},
	method: 'POST',
	...more,
});

/** A send by the form of an operation such as `campaign.sendSms`. */
export const form = (
	operation: string,
	parameters: INodeParameters,
	items: IDataObject[],
	more: Partial<Send> = {},
): Send => {
	const [resource, name = ''] = operation.split('.');
	return {
		resource: resource as Send['resource'],
		operation: name,
		parameters: {
			sender: 'Shop',
			text: 'Sale',
			...(operation === 'sms.send' && { phone: '={{ $json.phone }}' }),
			...ONE_AT_A_TIME,
			...parameters,
		},
		items,
		...more,
	};
};

/** A campaign with personal texts. */
export const personalized = (
	people: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<Send> = {},
): Send => form('campaign.sendPersonalizedSms', { text: 'Hi {name}', ...parameters }, people, more);

/** The same to people who come from items, a list or a file. */
export const personalizedFrom = async (
	stage: Stage,
	from: Source,
	people: IDataObject[],
	parameters: INodeParameters = {},
): Promise<RunResult> => await sendTo(stage, from, people, { text: 'Hi {name}', ...parameters });
