import type { IDataObject, INode, INodeParameters, IPollFunctions } from 'n8n-workflow';
import { pollService } from '../../nodes/MessagingServiceTrigger/poll.ts';
import { newState } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import type { TriggerState } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { fakeFunctions } from './fakeFunctions.mts';
import type { Answer, Asked } from './fakeFunctions.mts';

/** A state of the first poll, with what is given. */
export const state = (more: Partial<TriggerState> = {}): TriggerState => ({
	...newState('sig', 'life', 'run'),
	...more,
});
export const NOW = Date.parse('2026-11-21T10:00:00Z');
let nodes = 0;

/** A trigger that is polled. */
export interface Trigger {
	poll(mode?: string): Promise<IDataObject[] | null>;
	staticData: IDataObject;
	asked: Asked[];
	warnings: string[];
}

/** A trigger on n8n's context, with a scripted service. */
export function trigger(
	parameters: object,
	answer: (asked: Asked, count: number) => Answer,
	more: { activation?: string; budgetMs?: number; timeZone?: string; node?: Partial<INode> } = {},
): Trigger {
	const staticData: IDataObject = {};
	const warnings: string[] = [];
	const { functions, asked } = fakeFunctions({
		parameters: parameters as INodeParameters,
		node: { id: `trigger-${(nodes += 1)}`, ...more.node },
		credential: { timeZone: more.timeZone ?? 'UTC' },
		answer,
	});
	let mode = 'trigger';
	const context = {
		...functions,
		getNodeParameter: (name: string, fallback: unknown) =>
			functions.getNodeParameter(name, 0, fallback),
		getWorkflowStaticData: () => staticData,
		getMode: () => mode,
		getActivationMode: () => more.activation ?? 'activate',
		logger: { warn: (text: string) => warnings.push(text) },
		...(more.budgetMs === undefined ? {} : { getPollBudgetMs: () => more.budgetMs }),
	} as unknown as IPollFunctions;
	return {
		staticData,
		asked,
		warnings,
		async poll(now = 'trigger') {
			mode = now;
			return (await pollService(context))?.[0]?.map(({ json }) => json) ?? null;
		},
	};
}

export const page = (data: IDataObject[]): Answer => ({
	body: { data, meta: { page: { total: data.length } } },
});
export const campaign = (id: number, status: string, more: IDataObject = {}): IDataObject => ({
	id,
	status,
	sender: 'Shop',
	created_at: '2026-11-21 09:00:00',
	statistics: { sent: 1, delivered: 1 },
	...more,
});
