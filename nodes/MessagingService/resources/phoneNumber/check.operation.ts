import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { refusalError } from '../../../shared/errors';
import { numberOf } from '../../../shared/numbers';
import { filled } from '../../../shared/reply';
import { checkDefaultCountry, type Checked, type Phone } from '../../../shared/validation';
import { wrongField } from '../../dispatch/choices';
import type { OperationContext } from '../../dispatch/context';
import { errorItem, nodeError } from '../../dispatch/nodeErrors';
import { imperative, type Operation } from '../../dispatch/operation';
import { parameterReader } from '../../dispatch/parameters';
import { PHONE_NUMBER, RECIPIENT_COUNTRY } from '../../sending/fields';
import { rowPhoneJudge } from '../../sending/judge';
import { countryField } from '../../sending/parameters';
import { zoneJudge } from '../../sending/quietHours';
import { wrongTemplate } from '../../sending/refusals';

/**
 * Returns what makes the row of a number: how it is read, and whether a send would refuse it. `zone` is that of numbers which name no
 * country.
 */
function rowMaker(zone: string): (given: unknown, phone: Checked<Phone>) => IDataObject {
	const zonesOf = zoneJudge(zone);
	return (given, phone) => {
		const written = typeof given === 'number' || typeof given === 'string' ? String(given) : '';
		const { digits = written.trim(), country, changed } = phone.ok ? phone.value : {};
		const read = phone.ok ? numberOf(digits, country) : undefined;
		// The library has a type for each number that a plan has, and for no other.
		const type = read?.getType();
		const zones = phone.ok ? zonesOf({ zone: undefined, country, phone: digits }) : undefined;
		return filled({
			phone: digits,
			refused: !phone.ok,
			reason: phone.ok ? null : phone.refusal.message,
			valid: type !== undefined,
			country,
			type: type?.toLowerCase(),
			e164: phone.ok ? `+${digits}` : null,
			// Of what no plan has there is no form.
			national: type === undefined ? null : read?.formatNational(),
			time_zones: zones?.ok ? zones.value.join(', ') : null,
			phone_given: changed ? written.trim() : null,
		});
	};
}

/** Returns what checks the number of an item. @throws NodeOperationError if the form is wrong for it */
function numberChecker(ctx: OperationContext): (index: number) => IDataObject {
	const country = countryField(ctx);
	const judge = rowPhoneJudge(country);
	const rowOf = rowMaker(ctx.functions.getTimezone());
	const phone = parameterReader(ctx, 'phone', '');
	const includesInput = parameterReader(ctx, 'includeInputFields', true);
	return (index) => {
		const wrong =
			wrongField(ctx, index)?.refusal ?? wrongTemplate(country, checkDefaultCountry, index);
		if (wrong) throw refusalError(ctx.node, wrong, index);
		const record = ctx.items[index]?.json ?? {};
		const given = phone(index);
		const row = rowOf(given, judge({ item: index, phone: given, record }));
		return includesInput(index) === true ? { ...row, ...record, ...row } : row;
	};
}

/** Checks one item after the other: nothing is waited for. */
async function checkNumbers(ctx: OperationContext): Promise<INodeExecutionData[][]> {
	const check = numberChecker(ctx);
	const outputOf = (_: unknown, index: number): INodeExecutionData => {
		try {
			return { json: check(index), pairedItem: { item: index } };
		} catch (error) {
			const known = nodeError(ctx.node, error, index);
			if (!ctx.continueOnFail) throw known;
			return errorItem(known, index);
		}
	};
	return await Promise.resolve([ctx.items.map(outputOf)]);
}

/** Check phone numbers by the code that a send reads them with. It asks the service for nothing. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check phone number',
		description:
			'See how the node reads phone numbers, and which of them a send would refuse. The service is not asked.',
		builderHint: {
			propertyHint:
				'To clean a list before a campaign: check all items, keep those with refused = false by a Filter node, and send with Phone Field = phone.',
		},
	},
	fields: [
		{ ...PHONE_NUMBER, default: '={{ $json.phone }}' },
		RECIPIENT_COUNTRY,
		{
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: true,
			description:
				'Whether the fields of the input item follow after those of the check, for a send behind it. A field of the same name, such as phone, gives way.',
		},
	],
	...imperative(checkNumbers),
};
