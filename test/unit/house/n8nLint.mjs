/**
 * Runs n8n's own lint on texts, in a process of its own: ESLint imports its configuration, which jest's sandbox cannot do.
 * Standard input: [{ file, text }], where `file` says as which file of the repository the text is to be judged; nothing is
 * written. Standard output: { found: [{ rule, message, line }][] }, what each text is refused for.
 */
import { ESLint } from 'eslint';

let input = '';
for await (const chunk of process.stdin) input += chunk;
const texts = JSON.parse(input);

const eslint = new ESLint({
	overrideConfigFile: 'eslint.config.mjs',
	// Other rules look imports up on the disk, which takes long and says nothing here.
	ruleFilter: ({ ruleId }) => ruleId.startsWith('n8n-nodes-base/node-param-'),
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
