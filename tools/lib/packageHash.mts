import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { filesOf } from './package.mts';
import { must, root } from './shell.mts';

/**
 * The hash of what a built package does. A full run keeps it with its figures, and a release asks for it: figures are of this
 * package, or they are not. It is made of the published code, token by token, and of what package.json tells n8n and npm.
 * Comments, layout, icons, pages and texts of the forms do not count, since no run can tell them apart.
 */

/** Where descriptions of nodes, credentials and parameters hold texts that only people read. */
const TEXT_KEYS = new Set([
	'action',
	'activationMessage',
	'description',
	'displayName',
	'eventTriggerDescription',
	'hint',
	'multipleValueButtonText',
	'placeholder',
]);
/** What n8n and workflows read: a text there is a value, even where it reads like a label. */
const VALUE_KEYS = new Set(['default', 'value']);
/** The parts of package.json that decide what is loaded, and with what. */
const MANIFEST_KEYS = ['type', 'main', 'n8n', 'engines', 'dependencies', 'peerDependencies'];

/** Loads what package.json names as n8n does, and prints it. It runs in a process of its own, so each build is read anew. */
const DESCRIBE = `
	const path = require('node:path');
	const folder = process.argv[1];
	const { n8n } = require(path.join(folder, 'package.json'));
	const loaded = [...n8n.nodes, ...n8n.credentials].map((file) => {
		const [name] = path.basename(file).split('.');
		return new (require(path.join(folder, file))[name])();
	});
	console.log(JSON.stringify(loaded));
`;

/** Collects the texts that people read in a loaded description: labels, explanations, samples, names of options. */
function collectTexts(described: unknown, texts: Set<string>): void {
	if (typeof described !== 'object' || described === null) return;
	const isOption = 'name' in described && 'value' in described;
	for (const [key, value] of Object.entries(described)) {
		if (typeof value !== 'string') collectTexts(value, texts);
		else if (TEXT_KEYS.has(key) || (isOption && key === 'name')) texts.add(value);
	}
}

/**
 * Reads the texts of a package's forms.
 * @param folder the built package
 * @throws Error when it does not load
 */
async function textsOf(folder: string): Promise<Set<string>> {
	const env = { ...process.env, NODE_PATH: path.join(root(), 'node_modules') };
	const { stdout } = await must(process.execPath, ['-e', DESCRIBE, path.resolve(folder)], { env });
	const texts = new Set<string>();
	collectTexts(JSON.parse(stdout), texts);
	return texts;
}

type Member = ts.PropertyAssignment | ts.PropertyDeclaration;
const isMember = (node: ts.Node): node is Member =>
	ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);

/** @returns the name of a property that is written as a name or in quotes */
function keyOf({ name }: Member): string {
	return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
}

const siblingsOf = ({ parent }: Member): string[] =>
	(ts.isObjectLiteralExpression(parent) ? [...parent.properties] : [...parent.members])
		.filter(isMember)
		.map(keyOf);

/** Whether a property stands where a description holds a text for people. */
function holdsText(member: Member): boolean {
	const key = keyOf(member);
	return TEXT_KEYS.has(key) || (key === 'name' && siblingsOf(member).includes('value'));
}

/** Whether a text that is put together (a template, a sum) is one of a parameter: it stands beside a label. */
function isComposedText(node: ts.Node): boolean {
	let { parent } = node;
	while (
		ts.isTemplateSpan(parent) ||
		ts.isTemplateExpression(parent) ||
		(ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken)
	)
		({ parent } = parent);
	return (
		isMember(parent) && TEXT_KEYS.has(keyOf(parent)) && siblingsOf(parent).includes('displayName')
	);
}

/**
 * Whether a literal is a text of the forms. A sentence is one wherever it stands, for example in a constant that several
 * parameters share; a single word only where a description holds texts, as it may be a value elsewhere.
 */
function isText(node: ts.Node, texts: ReadonlySet<string>): boolean {
	if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
		return isComposedText(node);
	if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return false;
	const { parent } = node;
	if (isMember(parent)) {
		if (parent.name === node || VALUE_KEYS.has(keyOf(parent))) return false;
		if (holdsText(parent)) return texts.has(node.text);
	}
	return (node.text.includes(' ') && texts.has(node.text)) || isComposedText(node);
}

/**
 * Takes JavaScript apart.
 * @param code the content of a published file
 * @param texts the texts of the package's forms
 * @returns its tokens in order, without comments and layout; a text of the forms is the word `text`
 */
export function tokensOf(code: string, texts: ReadonlySet<string>): string[] {
	const file = ts.createSourceFile('code.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
	const tokens: string[] = [];
	const visit = (node: ts.Node): void => {
		const { kind } = node;
		if (kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode) return;
		const children = node.getChildren(file);
		if (children.length > 0) for (const child of children) visit(child);
		else if (isText(node, texts)) tokens.push('text');
		else if (node.getWidth(file) > 0) tokens.push(node.getText(file));
	};
	visit(file);
	return tokens;
}

/**
 * Names what a built package does.
 * @param folder the package: the repository after a build, or an unpacked tarball
 * @returns 16 hexadecimal digits: the same for packages that differ only in comments, layout, icons and texts of the forms
 * @throws Error when the package does not load
 */
export async function packageHash(folder: string): Promise<string> {
	const hash = createHash('sha256');
	const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Record<
		string,
		unknown
	>;
	hash.update(JSON.stringify(MANIFEST_KEYS.map((key) => manifest[key] ?? null)));
	const texts = await textsOf(folder);
	for (const { file } of await filesOf(path.join(folder, 'dist'))) {
		if (!file.endsWith('.js')) continue;
		const code = await readFile(path.join(folder, 'dist', file), 'utf8');
		hash.update(JSON.stringify([file, tokensOf(code, texts)]));
	}
	return hash.digest('hex').slice(0, 16);
}
