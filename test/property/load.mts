import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { root } from '../../tools/lib/shell.mts';
import { option, isShort, words } from '../support/options.mts';
import { CASES } from './cases.mts';
import type { Case } from './plain.mts';
import { settingsOf } from './settings.mts';

/** The built node. Tests are named after its parameters, so it is loaded before they run. @throws Error when it is not built */
export function loadNode(): INodeType {
	const require = createRequire(path.join(root(), 'package.json'));
	const { MessagingService } = require(
		path.join(root(), 'dist/nodes/MessagingService/MessagingService.node.js'),
	) as { MessagingService: new () => INodeType };
	return new MessagingService();
}

/** The operation that a case tries, without the words in brackets that name a way of it. */
export const operationOf = ({ id }: Case): string => id.replace(/ .*/, '');

/** The cases that the command line names: `npm run test:property -- sms.send`. */
export const chosenCases: Case[] = CASES.filter(({ id }) =>
	words.every((word) => id.includes(word)),
);

/** `npm run test:property -- --seed 7` tries other inputs, the same each time. */
export const seed = Number(option('seed') ?? 20_261_121);
if (!Number.isInteger(seed))
	throw new Error(`${option('seed') ?? ''} is no seed: use a whole number.`);

/** Inputs in all: the parameters share them evenly. INPUTS and ENGINE_INPUTS set others. */
const inputs = Number(process.env.INPUTS ?? (isShort ? 3_500 : 105_000));
const engineInputs = Number(process.env.ENGINE_INPUTS ?? (isShort ? 250 : 4_000));

/** How many inputs each parameter that the service sees gets, each other one, and each case on the engine. */
export function sharesOf(type: INodeType): { field: number; setting: number; engine: number } {
	const count = (of: (one: Case) => number): number =>
		chosenCases.reduce((sum, one) => sum + of(one), 0);
	return {
		field: Math.ceil(inputs / count(({ fields }) => Object.keys(fields).length)),
		setting: Math.ceil(inputs / 5 / count((one) => settingsOf(type, one).length)),
		engine: engineInputs / chosenCases.length,
	};
}
