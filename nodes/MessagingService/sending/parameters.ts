import type { GenericValue } from 'n8n-workflow';
import { refusalError } from '../../shared/errors';
import {
	accept,
	type Checked,
	checkStartAt,
	checkTariff,
	checkSwitch,
	checkValidity,
	checkValiditySeconds,
} from '../../shared/validation';
import { isBlank, type Reading, valueAt } from '../../shared/text';
import { lastAnswer } from '../../shared/recent';
import type { QuietHours } from '../../shared/time';
import type { OperationContext } from '../dispatch/context';
import {
	fieldNameIn,
	isCommon,
	type ParameterReader,
	parameterReader,
} from '../dispatch/parameters';
import { type LeftOut, numbersToLeaveOut } from './leaveOut';
import { checkQuietChoice, zoneFieldIn, zoneJudge } from './quietHours';
import type { SendEndpoint } from './endpoints';
import type { Terms } from './message';
import type { DomainJudge } from './shortLinks';
import { type TemplateField, templateField } from './templateField';

/** Where the recipients come from: each item's fields, a list or a file in each item, or all items at once. */
export type Source = 'item' | 'list' | 'allItems' | 'file';

/** Where the reference of a message comes from, as Message Reference says. */
export type ReferenceMode = 'automatic' | 'content' | 'custom';

/** How the rows of the input become recipients. */
export interface Cleaning {
	/** Numbers that are not sent to. */
	leaveOut: LeftOut;
	/** Where Quiet Hours are set: finds the time zones in which a recipient may be. */
	zonesOf?: ReturnType<typeof zoneJudge>;
}

/** What the user wants where the outcome of a send is unknown. */
export type IfUnknown = 'stop' | 'sendAgain' | 'countAsSent';

/** Reads that for an item. `perItem` tells whether items may differ. */
export type IfUnknownReader = ((item: number) => IfUnknown) & { perItem: boolean };

/** What applies to recipients that go out together; read from the first of their items. */
export interface BatchSettings {
	cleaning: Cleaning;
	dryRun: boolean;
	/** Leave invalid recipients out instead of stopping. */
	leaveOut: boolean;
	/** Undefined where Quiet Hours are not set. */
	quiet: QuietHours | undefined;
}

/** Returns how to read, for an item, what is to be done where the outcome of its send is unknown. */
export function ifUnknownReader(ctx: OperationContext): IfUnknownReader {
	const read = parameterReader(ctx, 'options.ifOutcomeUnknown', undefined);
	const choice = (item: number): IfUnknown => {
		const chosen = read(item);
		return chosen === 'sendAgain' || chosen === 'countAsSent' ? chosen : 'stop';
	};
	return Object.assign(choice, { perItem: read.perItem });
}

/** Reads and judges what applies to the recipients of an item. `perItem` tells whether items may differ. */
type TermsReader = ((item: number) => Checked<Terms>) & { perItem: boolean };

/** Where the forms have what concerns the delivery. */
const DELIVERY = 'delivery.how';

/** Returns how to read and judge, for an item, what applies to all recipients of a request (4.6 to 4.9; RCS: extensions notes, section 5). */
export function termsReader(
	ctx: OperationContext,
	zone: string,
	judgeDomain: DomainJudge,
): TermsReader {
	const option = (name: string): ParameterReader => {
		const read = parameterReader(ctx, `options.${name}`, undefined);
		// $now moves on from item to item: where an expression does not look at the item, all have the same value.
		return isCommon(valueAt(ctx.node.parameters, `options.${name}`))
			? Object.assign(() => read(0), { perItem: false })
			: read;
	};
	const delivery = (name: string): ParameterReader => option(`${DELIVERY}.${name}`);
	const validity = delivery('validity');
	const unit = delivery('unit');
	/** The validity, if it is given in this unit. */
	const validityIn = (isSeconds: boolean): ParameterReader =>
		Object.assign(
			(item: number) => ((unit(item) === 'seconds') === isSeconds ? validity(item) : undefined),
			{ perItem: validity.perItem || unit.perItem },
		);
	const startAt = templateField(ctx, 'options.startAt', 'Start At');
	const twoWay = option('twoWay');
	const rules: Array<[keyof Terms, ParameterReader, (value: unknown) => Checked<unknown>]> = [
		['validity', validityIn(false), checkValidity],
		['validitySeconds', validityIn(true), checkValiditySeconds],
		['tariff', delivery('tariff'), checkTariff],
		['checksStopList', delivery('checkStopList'), (value) => checkSwitch(value, 'Check Stop List')],
		['addsContacts', option('addToContactBook'), accept],
		['linkDomain', option('countClicks'), judgeDomain],
		[
			'startAt',
			option('startAt'),
			(value) => checkStartAt(value, zone, new Date(), ctx.functions.getTimezone()),
		],
	];
	const read = (item: number): Checked<Terms> => {
		const terms: Terms = twoWay(item) === true ? { twoWay: true } : {};
		for (const [name, read, check] of rules) {
			const value = read(item);
			if (isBlank(value)) continue;
			// Of a time in parts an empty hour would be midnight.
			const isInParts = name === 'startAt' && startAt.isInParts;
			const whole = isInParts ? startAt.fill(item, ctx.items[item]?.json ?? {}) : accept(value);
			const checked = whole.ok ? check(value) : whole;
			if (!checked.ok) return checked;
			if (checked.hint !== undefined) ctx.hint(checked.hint);
			Object.assign(terms, { [name]: checked.value });
		}
		return accept(terms);
	};
	const perItem = twoWay.perItem || rules.some(([, option]) => option.perItem);
	return Object.assign(read, { perItem });
}

/** Makes equal terms one object, so that recipients can be told apart by it. */
function commonTerms(read: TermsReader): (ctx: OperationContext, item: number) => Terms {
	const byItem = new Map<number, Terms>();
	const byContent = new Map<string, Terms>();
	return (ctx, item) => {
		const known = byItem.get(read.perItem ? item : 0);
		if (known) return known;
		const checked = read(item);
		if (!checked.ok) throw refusalError(ctx.node, checked.refusal, item);
		const content = JSON.stringify(checked.value);
		const terms = byContent.get(content) ?? checked.value;
		byContent.set(content, terms);
		byItem.set(read.perItem ? item : 0, terms);
		return terms;
	};
}

/** A value that was accepted; nothing otherwise. */
const valueIn = (checked: Checked<unknown>): unknown => (checked.ok ? checked.value : '');

/** The parameters of a send. */
export type SendParameters = ReturnType<typeof readParameters>;

/** Reads the parameters of a send, and makes the readers for those of an item, of which constants are read once. `zone` is the service's. */
export function readParameters(
	ctx: OperationContext,
	endpoint: SendEndpoint,
	zone: string,
	judgeDomain: DomainJudge,
) {
	const field = (name: string, fallback: GenericValue = '') => parameterReader(ctx, name, fallback);
	const option = (name: string) => field(`options.${name}`, undefined);
	const takesMany = endpoint.recipientsPerRequest > 1;
	const source = takesMany ? (field('recipientSource', 'allItems')(0) as Source) : 'item';
	const items = [...ctx.items.keys()];
	const invalidRecipients = option('invalidRecipients');
	const dryRun = field('dryRun', false);
	const phoneField = field('phoneField', 'phone');
	const quietHours = option('quietHours');
	const zoneFieldOf = lastAnswer(zoneFieldIn);
	const leaveOutList = option('leaveOutNumbers');
	const fields = templateFields(ctx, endpoint);
	const { country } = fields;
	let leaveOut: Checked<LeftOut> | undefined;
	/** A long list costs n8n much to evaluate: it is the same for all items, and read for the first. */
	const leaveOutNumbers = (): Checked<LeftOut> =>
		(leaveOut ??= numbersToLeaveOut(leaveOutList(0), {
			isExpression: leaveOutList.perItem,
			phoneField: fieldNameIn(phoneField(0)),
			countryFields: [...country.names, 'country'],
			country: country.isConstant ? valueIn(country.fill(0, {})) : '',
			eachHasCountry: !country.isConstant,
			hint: (text) => {
				ctx.hint(text);
			},
		}));

	return {
		source,
		referenceMode: (option('referenceMode')(0) as ReferenceMode | '' | undefined) || 'automatic',
		/** Whether the output has an item for each request instead of one for each recipient. */
		simplify: ctx.parameter<unknown>('simplify', 0, false) === true,
		/** The fields of the form that each recipient fills. */
		fields,
		/** The indices of the input items whose recipients go out together. */
		groups: source === 'allItems' ? [items] : items.map((item) => [item]),
		phone: field('phone'),
		phoneField,
		/** The name of the field that holds the time zone of each recipient; '' for none. */
		zoneField: (item: number): string => zoneFieldOf(quietHours(item)),
		recipients: field('recipients'),
		ifUnknown: ifUnknownReader(ctx),
		/**
		 * What applies to the recipients of an item; equal terms are one object.
		 * @throws NodeOperationError naming the option and its limit
		 */
		termsOf: commonTerms(termsReader(ctx, zone, judgeDomain)),
		/** Reads and judges the settings of recipients that go out together; `isWrong` says that none of them can. */
		settingsOf(
			[first = 0]: readonly number[],
			{ isWrong = false }: { isWrong?: boolean } = {},
		): Checked<BatchSettings> {
			const numbers = leaveOutNumbers();
			if (!numbers.ok) return numbers;
			const quiet = isWrong ? accept(undefined) : checkQuietChoice(quietHours(first));
			if (!quiet.ok) return quiet;
			return accept({
				cleaning: {
					leaveOut: numbers.value,
					zonesOf: quiet.value && zoneJudge(ctx.functions.getTimezone()),
				},
				dryRun: dryRun(first) === true,
				leaveOut: invalidRecipients(first) === 'skip',
				quiet: quiet.value,
			});
		},
	};
}

/** The fields of a send that recipients fill. */
export type TemplateFields = Readonly<
	Record<'country' | 'reference' | 'said' | 'sender', TemplateField>
>;

/** Whose country a number is read in. */
export const countryField = (ctx: OperationContext): TemplateField =>
	templateField(ctx, 'defaultCountry', 'Default Country', { mayBeEmpty: true });

/** @param ofService if the service fills the text (4.9): how it calls what stands in braces */
export const templateFields = (
	ctx: OperationContext,
	{ says }: Pick<SendEndpoint, 'says'>,
	ofService?: Reading['ofService'],
): TemplateFields => ({
	country: countryField(ctx),
	reference: templateField(ctx, 'options.reference', 'Own Reference'),
	sender: templateField(ctx, ...says.sender(ctx)),
	said: says.field(ctx, { ofService }),
});
