/** Nodes of n8n's own that n8n 3 no longer has (n8n's list of breaking changes), by the part of their name after the package's. */
const NODES = new Set(
	[
		'cron function functionItem htmlExtract iCal interval itemLists moveBinaryData openAi orbit',
		'readBinaryFile readBinaryFiles readPDF workflowTrigger writeBinaryFile',
		'documentBinaryInputLoader documentGithubLoader documentJsonInputLoader lmOpenAi',
		'manualChatTrigger memoryChatRetriever memoryMotorhead memoryZep openAiAssistant',
		'toolHttpRequest toolSerpApi vectorStoreInMemoryInsert vectorStoreInMemoryLoad',
		'vectorStorePineconeInsert vectorStorePineconeLoad vectorStoreSupabaseInsert',
		'vectorStoreSupabaseLoad vectorStoreZep vectorStoreZepInsert vectorStoreZepLoad',
	].flatMap((line) => line.split(' ')),
);
const OWN_PACKAGES = /^(?:n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;
/** Words in code, expressions and pages that n8n 3 no longer knows, each with what it is. */
const WORDS: Array<[RegExp, string]> = [
	[/\$getPairedItem\b/, 'the helper $getPairedItem'],
	[/\bOFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS\b/, 'a setting of queue mode'],
	[/\bN8N_PRE_EXECUTE_ERROR_CREATES_EXECUTION\b/, 'a setting of executions'],
	[/\bN8N_DEFAULT_BINARY_DATA_MODE\s*[=:]\s*["'`]?default\b/, 'files in memory'],
];

interface Node {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: { mode?: unknown; source?: unknown };
}

/** Takes a text of the package; returns what it uses that n8n 3 removes, in words. */
export const removedWords = (text: string): string[] =>
	WORDS.filter(([word]) => word.test(text)).map(([, what]) => what);

/** Takes the nodes of a workflow; returns what they use that n8n 3 removes, in words. */
export const removedNodes = (nodes: readonly Node[]): string[] =>
	nodes.flatMap(({ name, type, typeVersion = 1, parameters }) => {
		const short = type.replace(OWN_PACKAGES, '');
		if (short === type) return [];
		const removed =
			NODES.has(short) ||
			(short === 'agent' && typeVersion < 2) ||
			(short === 'executeWorkflow' &&
				(parameters?.mode === 'each' || ['localFile', 'url'].includes(String(parameters?.source))));
		return removed ? [`the node ${name} (${type}) as it is set`] : [];
	});
