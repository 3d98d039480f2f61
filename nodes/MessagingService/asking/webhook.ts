import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { readAnswer } from './answer';
import { closingPage, PAGE_HEADERS, questionPage } from './page';
import { readQuestion, type Question } from './question';
import { RUN, waitingQuestion } from './waiting';

/** The requests that n8n takes at the signed address of a waiting execution: one shows the page, the other answers. */
export const WEBHOOKS: IWebhookDescription[] = (['GET', 'POST'] as const).map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
}));

const NOT_OPEN = 'This question is not open any more.';
const NOT_SHOWN = 'This question cannot be shown.';

/** Answers a request with a page, and leaves the execution waiting. */
function show(functions: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	functions.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}

/** What is asked, with the text that it was asked with; undefined where its parameters cannot be read any more. */
function questionOf(functions: IWebhookFunctions, text: string | undefined): Question | undefined {
	try {
		const question = readQuestion((name, fallback) =>
			name === 'message' && text !== undefined
				? text
				: name === 'options.pageText' && text !== undefined
					? ''
					: functions.getNodeParameter(name, fallback as never),
		);
		return question.ok ? question.value : undefined;
	} catch {
		// An expression of the form may need what n8n does not give here.
		return undefined;
	}
}

/**
 * Answers a request to the link in a message, which n8n passes on for a waiting execution after it has checked the signature. Shows the
 * page of the question; a POST with an answer lets the execution go on with it.
 */
export async function answerQuestion(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method, query } = this.getRequestObject();
	this.getResponseObject().set(PAGE_HEADERS);
	const waiting = waitingQuestion(this);
	if (waiting && waiting.run !== Number(query[RUN] ?? 0))
		return show(this, 410, closingPage(NOT_OPEN));
	const question = questionOf(this, waiting?.text);
	if (!question) return show(this, 500, closingPage(NOT_SHOWN));
	if (method !== 'POST') return show(this, 200, questionPage(question));
	const answer = readAnswer(question, this.getBodyData());
	if (!answer.ok) return show(this, 422, questionPage(question, answer.typed, answer.mistake));
	const data = { ...answer.data, respondedAt: new Date().toISOString() };
	return {
		webhookResponse: closingPage(question.thanks),
		workflowData: [[{ json: { data, ...waiting?.message }, pairedItem: { item: 0 } }]],
	};
}
