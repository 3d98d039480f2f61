/**
 * Runs n8n's own lint on texts, in a process of its own: ESLint imports its configuration, which jest's sandbox cannot do.
 * Standard input: [{ file, text }], where `file` says as which file of the repository the text is to be judged; nothing is
 * written. Standard output: { found: [{ rule, message, line }][] }, what each text is refused for.
 */
import { ESLint } from 'eslint';

const isN8nRule = (id) =>
	id.startsWith('n8n-nodes-base/') || id.startsWith('@n8n/community-nodes/');

let input = '';
for await (const chunk of process.stdin) input += chunk;
const texts = JSON.parse(input);

const eslint = new ESLint({
	overrideConfigFile: 'eslint.config.mjs',
	// Rules of other plugins look imports up on the disk, which takes long and says nothing here.
	ruleFilter: ({ ruleId }) => isN8nRule(ruleId),
});
const found = [];
for (const { file, text } of texts) {
	const [result] = await eslint.lintText(text, { filePath: file });
	found.push(
		(result?.messages ?? []).map(({ ruleId, message, line }) => ({
			// What is not refused by a rule could not be read at all.
			rule: ruleId ?? 'unreadable',
			message,
			line,
		})),
	);
}
process.stdout.write(JSON.stringify({ found }));
