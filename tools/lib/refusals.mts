import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Checked } from '../../nodes/shared/checked.ts';
import { checkStartAt } from '../../nodes/shared/validation/dates.ts';
import { checkPhone } from '../../nodes/shared/numbers/index.ts';
import { checkCountry } from '../../nodes/shared/validation/country.ts';
import {
	checkCompanyCode,
	checkContactFields,
	checkGroups,
} from '../../nodes/shared/validation/records.ts';
import {
	checkFileKey,
	checkId,
	checkReference,
	checkReferenceLookup,
	checkTariff,
	checkValidity,
} from '../../nodes/shared/validation/scalars.ts';
import { checkSender } from '../../nodes/shared/validation/sender.ts';
import { checkText } from '../../nodes/shared/validation/text.ts';

/** What a user reads: what is wrong, and the cure. */
export interface Told {
	what: string;
	message: string;
	cure: string;
}

const NOW = new Date('2026-11-21T10:00:00Z');
/** Input that people really have, by example. */
const BAD_INPUT: ReadonlyArray<[string, Checked<unknown>]> = [
	['Phone: empty', checkPhone('')],
	['Phone: too short', checkPhone('12')],
	['Phone: without country code', checkPhone('0991112233')],
	['Phone: letters', checkPhone('call 99x111')],
	['Phone: shortened by a spreadsheet', checkPhone('3,80991E+11')],
	['Phone: rounded by a spreadsheet', checkPhone(380991000000)],
	['Phone: another type', checkPhone(null)],
	['Sender: empty', checkSender('', 'personalized')],
	['Sender: too long', checkSender('MyVeryLongShop', 'personalized')],
	['Sender: not Latin', checkSender('Магазин', 'personalized')],
	['Sender: with +', checkSender('+380440000000', 'personalized')],
	['Sender to register', checkSender('My Shop', 'registration')],
	['Text: empty', checkText(' ', 'plain')],
	['Text: too long, GSM-7', checkText('a'.repeat(800), 'personalized')],
	['Text: too long, other characters', checkText('ї'.repeat(400), 'personalized')],
	['Text: half an emoji', checkText('Hi \ud83d', 'plain')],
	['Reference to send', checkReference('order 1')],
	['Reference to look up', checkReferenceLookup('order 1')],
	['Validity', checkValidity(100)],
	['Tariff', checkTariff('x')],
	['Message, task or campaign ID', checkId('abc', 'Message ID')],
	['ID as a number that lost digits', checkId(2 ** 60, 'Message ID')],
	['Report file key', checkFileKey('a/b')],
	['Start: past', checkStartAt('2026-11-20 10:00:00', 'UTC', NOW)],
	['Start: too far', checkStartAt('2027-11-20 10:00:00', 'UTC', NOW)],
	['Start: no such date', checkStartAt('2026-02-30 10:00:00', 'UTC', NOW)],
	['Time zone', checkStartAt('2026-11-22 10:00:00', 'Mars/Base', NOW)],
	['Contact lists: none', checkGroups([])],
	['Custom fields: no pairs', checkContactFields('x')],
	['Custom fields: no value', checkContactFields([{ id: 1 }])],
	[
		'Custom fields: one twice',
		checkContactFields([
			{ id: 1, value: 'a' },
			{ id: 1, value: 'b' },
		]),
	],
	['Country code', checkCountry('Atlantis', 'Country Code')],
	['Registration: company code', checkCompanyCode('x')],
];

/** @returns what the validators say about bad input. @throws Error when one of the examples is taken */
export function inputRefusals(): Told[] {
	return BAD_INPUT.map(([what, checked]) => {
		if (checked.ok) throw new Error(`${what}: this example is taken`);
		return { what, message: checked.refusal.message, cure: checked.refusal.description ?? '' };
	});
}

const SPEAKERS: Record<string, string> = {
	address: 'credential: address',
	diagnosis: 'credential',
	tokens: 'credential: login',
	index: 'credential',
	template: 'placeholders',
	change: 'RCS campaign: stop, renew',
	judge: 'contact: update',
	making: 'report: request',
	head: 'report: download',
	lists: 'lists in the form',
	campaigns: 'campaign',
	period: 'campaign',
	triggerParameters: 'trigger',
	poll: 'trigger',
};
/** Calls that make a text for the user: where among their arguments the message and the cure stand. */
const CALLS: Record<string, [message: number, cure: number, subject?: number]> = {
	refuse: [1, 2],
	refuseAs: [1, 2, 0],
	refuseForm: [0, 1],
	faultOfNoAnswer: [1, 2],
	withOpenOutcome: [1, 2],
	finding: [0, 1],
};

function sources(folder: string): ts.SourceFile[] {
	return readdirSync(folder, { recursive: true })
		.map(String)
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.map((file) =>
			ts.createSourceFile(
				path.join(folder, file),
				readFileSync(path.join(folder, file), 'utf8'),
				ts.ScriptTarget.Latest,
				true,
			),
		);
}

function walk(node: ts.Node, visit: (one: ts.Node) => void): void {
	visit(node);
	ts.forEachChild(node, (child) => walk(child, visit));
}

/** The text of an expression; what is known at run time only is shown as ‹…›. */
function textOf(node: ts.Expression | undefined, constants: Map<string, ts.Expression>): string {
	if (node === undefined) return '';
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node))
		return (
			node.head.text +
			node.templateSpans
				.map((span) => textOf(span.expression, constants) + span.literal.text)
				.join('')
		);
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
		return textOf(node.left, constants) + textOf(node.right, constants);
	// A function that does nothing but make a text is known by its name, too.
	const name = ts.isCallExpression(node) ? node.expression : node;
	const constant = ts.isIdentifier(name) ? constants.get(name.text) : undefined;
	if (constant && ts.isArrowFunction(constant) && !ts.isBlock(constant.body))
		return ts.isCallExpression(node) ? textOf(constant.body, constants) : '‹…›';
	return constant && constant !== node ? textOf(constant, constants) : '‹…›';
}

/** What an expression may be: a choice may be either of its branches, a constant of the same block what it was set to. */
function waysOf(node: ts.Expression): ts.Expression[] {
	if (ts.isConditionalExpression(node))
		return [...waysOf(node.whenTrue), ...waysOf(node.whenFalse)];
	if (!ts.isIdentifier(node)) return [node];
	const block = ts.findAncestor(node, ts.isBlock);
	const set = block?.statements
		.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => [...declarationList.declarations])
		.find(({ name }) => name.getText() === node.text);
	return set?.initializer ? waysOf(set.initializer) : [node];
}

/** Who says it: the operation, else the file's name. */
function speakerOf(file: string): string {
	const [, resource, operation] = /resources\/(\w+)\/(\w+)\.operation\.ts$/.exec(file) ?? [];
	if (file.includes('/MessagingService/sending/')) return 'sends';
	return resource
		? `${resource}: ${operation ?? ''}`
		: (SPEAKERS[path.basename(file, '.ts')] ?? path.basename(file, '.ts'));
}

/** The message and the cure of an object that has both. */
function pairOf(
	node: ts.ObjectLiteralExpression,
): [ts.Expression | undefined, ts.Expression | undefined] {
	const [message, cure] = ['message', 'description'].map(
		(name) =>
			node.properties.find(
				(one): one is ts.PropertyAssignment =>
					ts.isPropertyAssignment(one) && one.name.getText() === name,
			)?.initializer,
	);
	return [message, cure];
}

/** The texts that stand in the code of a file by name. */
function constantsIn(file: ts.SourceFile): Map<string, ts.Expression> {
	const constants = new Map<string, ts.Expression>();
	for (const statement of file.statements) {
		if (!ts.isVariableStatement(statement)) continue;
		for (const { name, initializer } of statement.declarationList.declarations)
			if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
	}
	return constants;
}

/** Returns what finds the texts that a file names: its own ones, else those of all files of a folder. */
function constantsOf(folder: string): (file: ts.SourceFile) => Map<string, ts.Expression> {
	const all = sources(folder).flatMap((file) => [...constantsIn(file)]);
	return (file) => new Map([...all, ...constantsIn(file)]);
}

/** @returns what the node says beside its output: texts that are handed to n8n as a hint, or made by a function for hints */
export function hintsOf(folder: string): Array<Omit<Told, 'cure'>> {
	const constantsFor = constantsOf(folder);
	const told: Array<Omit<Told, 'cure'>> = [];
	for (const file of sources(folder)) {
		const constants = constantsFor(file);
		walk(file, (node) => {
			if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return;
			const made = ts.findAncestor(node, ts.isFunctionDeclaration)?.name?.text ?? '';
			const call = ts.findAncestor(node, ts.isCallExpression);
			const isHint =
				/Hints?$|^giveWarnings$/.test(made) ||
				call?.expression.getText().endsWith('.hint') === true;
			const message = textOf(node, constants);
			const isPart = ts.isTemplateSpan(node.parent);
			if (isHint && !isPart && /[a-z]{2} [a-z]+ [a-z]/i.test(message))
				told.push({ what: speakerOf(file.fileName), message });
		});
	}
	return told;
}

/** The texts that an expression may give: both branches of a choice, and what stands behind a name. */
function textsIn(node: ts.Node, constants: Map<string, ts.Expression>): string[] {
	if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isIdentifier(node))
		return [textOf(node, constants)];
	const texts: string[] = [];
	ts.forEachChild(node, (child) => {
		texts.push(...textsIn(child, constants));
	});
	return texts;
}

/** @returns what rows say in their column `reason`, read from what the code of a folder gives under that name */
export function reasonsOf(folder: string): Array<Omit<Told, 'cure'>> {
	const constantsFor = constantsOf(folder);
	return sources(folder).flatMap((file) => {
		const constants = constantsFor(file);
		const told: Array<Omit<Told, 'cure'>> = [];
		walk(file, (node) => {
			const given =
				ts.isPropertyAssignment(node) && node.name.getText() === 'reason'
					? node.initializer
					: ts.isBinaryExpression(node) && node.left.getText().endsWith('.reason')
						? node.right
						: undefined;
			if (given === undefined) return;
			for (const message of textsIn(given, constants))
				if (/[A-Z][a-z]+ [a-z]+ [a-z]/.test(message))
					told.push({ what: speakerOf(file.fileName), message });
		});
		return told;
	});
}

/** @returns what the operations and the credential refuse, read from the code of `folders`, so that none is left out */
export function refusalsOf(root: string, folders: string[]): Told[] {
	const constantsFor = constantsOf(path.join(root, 'nodes'));
	const told: Told[] = [];
	for (const file of folders.flatMap((folder) => sources(path.join(root, folder)))) {
		const constants = constantsFor(file);
		const what = speakerOf(file.fileName);
		walk(file, (node) => {
			if (ts.isObjectLiteralExpression(node)) {
				const [first, second] = pairOf(node).map((part) => textOf(part, constants));
				if (first && second && /[a-z]{3}/.test(first))
					told.push({ what, message: first, cure: second });
			}
			if (ts.isNewExpression(node) && node.expression.getText() === 'NodeOperationError') {
				const [, message, more] = node.arguments ?? [];
				if (!message || !more || !ts.isObjectLiteralExpression(more)) return;
				for (const one of waysOf(message)) {
					const text = textOf(one, constants);
					if (/[a-z]{3}/.test(text))
						told.push({ what, message: text, cure: textOf(pairOf(more)[1], constants) });
				}
			}
			if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
			const places = Object.hasOwn(CALLS, node.expression.text)
				? CALLS[node.expression.text]
				: undefined;
			if (places === undefined) return;
			const [message, cure, subject] = places;
			const text = [
				subject === undefined ? '' : textOf(node.arguments[subject], constants),
				textOf(node.arguments[message], constants),
			]
				.filter(Boolean)
				.join(' ');
			// A call that only passes texts on says nothing of its own.
			if (/[a-z]{3}/.test(text))
				told.push({ what, message: text, cure: textOf(node.arguments[cure], constants) });
		});
	}
	return told;
}
