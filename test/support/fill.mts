import {
	fillTemplate,
	parseTemplate,
	wrongBraces,
	type Reading,
} from '../../nodes/shared/text/index.ts';
import type { Checked } from '../../nodes/shared/checked.ts';

/** Fills a template as the node does, where `record` is the recipient and the item. */
export function fill(
	source: string,
	record: object,
	{
		field = 'Text',
		mayBeEmpty = false,
		...reading
	}: Reading & { field?: string; mayBeEmpty?: boolean } = {},
): Checked<unknown> {
	const template = parseTemplate(source, reading);
	if (template.wrong !== undefined)
		return { ok: false, refusal: wrongBraces(field, template.wrong) };
	const evaluate = (expression: string): unknown => `<${expression}>`;
	return fillTemplate(template, {
		record,
		item: record,
		evaluate,
		field,
		mayBeEmpty,
		isKnown: () => false,
	});
}
