import type { INodeExecutionData } from 'n8n-workflow';
import { refusalError, type ServiceFault } from '../../shared/errors';
import type { Service } from '../../shared/service';
import {
	callError,
	type CallKind,
	type CallOutcome,
	type CallPolicy,
	type ServiceRequest,
} from '../../shared/transport';
import type { Checked } from '../../shared/validation';
import { wrongField } from './choices';
import type { OperationContext } from './context';
import { errorItem, nodeError } from './nodeErrors';

/** One input item of an operation that works item by item. */
export interface Item {
	ctx: OperationContext;
	/** Place among the input items. */
	index: number;
	/** When its turn came (ms). */
	startedAt: number;
	/** Time zone of the service (credential). */
	zone: string;
	/** The service, asked for this item. */
	service: Service;
	/** A parameter, expressions resolved; the fallback when unset. */
	parameter<T>(name: string, fallback: T): T;
	/** The checked value. @throws NodeOperationError naming field, item and limit */
	check<T>(checked: Checked<T>): T;
	/** Sends a request (a read unless said); a fault is returned. */
	tryCall(request: ServiceRequest, policy?: CallPolicy): Promise<CallOutcome>;
	/** @throws NodeApiError for a fault of a call of the given kind (a read unless said) */
	fail(fault: ServiceFault, kind?: CallKind): never;
}

/**
 * The item at a place.
 * @throws NodeOperationError when one of its choices, numbers or switches holds what the field does not offer
 */
export async function itemOf(ctx: OperationContext, index: number): Promise<Item> {
	const service = await ctx.service(index);
	const wrong = wrongField(ctx, index);
	if (wrong) throw refusalError(ctx.node, wrong.refusal, index);
	return {
		ctx,
		index,
		startedAt: Date.now(),
		zone: service.timeZone,
		service,
		parameter: (name, fallback) => ctx.parameter(name, index, fallback),
		check(checked) {
			if (checked.ok) return checked.value;
			throw refusalError(ctx.node, checked.refusal, index);
		},
		tryCall: async (request, policy = { kind: 'read' }) =>
			await ctx.tryCall(request, { ...policy, itemIndex: index }),
		fail(fault, kind = 'read') {
			throw callError(ctx.node, fault, { kind, itemIndex: index });
		},
	};
}

/**
 * The outputs of an item's job, paired with the item. Under Continue on Fail an item that went wrong becomes an error item.
 * @throws NodeApiError or NodeOperationError
 */
export async function outcomeOf(
	ctx: OperationContext,
	job: Promise<INodeExecutionData[]>,
	index: number,
): Promise<INodeExecutionData[]> {
	try {
		return (await job).map((output) => ({ ...output, pairedItem: { item: index } }));
	} catch (error) {
		const known = nodeError(ctx.node, error, index);
		if (ctx.continueOnFail) return [errorItem(known, index)];
		throw known;
	}
}

/**
 * Runs a job for each item of a custom operation, side by side; under Continue on Fail an item that went wrong becomes an error item.
 * @throws NodeApiError or NodeOperationError of the first item that went wrong
 */
export async function eachItem(
	ctx: OperationContext,
	job: (item: Item) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[][]> {
	const outputs = ctx.items.map(
		async (_, index) => await outcomeOf(ctx, itemOf(ctx, index).then(job), index),
	);
	return [(await Promise.all(outputs)).flat()];
}

/** Whether the user switched Simplify off, and so asked for the service's own record. */
export const wantsRaw = (item: Item): boolean => !item.parameter('simplify', true);

/** How many records the user asked for: Limit, or all under Return All. */
export const limitOf = (item: Item): number =>
	item.parameter('returnAll', false) ? Infinity : Number(item.parameter('limit', 50)) || 50;
