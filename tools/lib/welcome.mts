import { EXAMPLE_KEYS } from './examples.mts';
import { OWNER } from './n8n.mts';
import { bold, dim } from './print.mts';

/** The example of which the first lines speak (examples/crm-contacts-to-personalized-sms.json). */
const FIRST_WORKFLOW = 'crmContactsToSms1';

/**
 * What `npm start` prints when everything runs: where to go, how to log in, and what to click first.
 * @param url where n8n listens
 * @param sandboxUrl where the sandbox listens
 */
export function welcome(url: string, sandboxUrl: string): string {
	return [
		'',
		`${bold('n8n is at')}      ${bold(`${url}/home/workflows`)}`,
		`${bold('Log in with')}    ${OWNER.email}  /  ${OWNER.password}`,
		`${bold('The sandbox')}    ${sandboxUrl}/  ${dim('(the service, on this machine; nothing leaves it)')}`,
		'',
		bold('Three things to click'),
		`  1. Open ${bold(`${url}/workflow/${FIRST_WORKFLOW}`)} and log in: ${bold('CRM contacts to personalized SMS')} opens.`,
		`  2. Press ${bold('Execute workflow')}: 1,000 contacts go out as one campaign.`,
		`  3. Open the sandbox's page: the messages arrive on its phones.`,
		'',
		dim(
			`Those who call an example: webhook with X-Api-Key ${EXAMPLE_KEYS.webhook}, MCP (${url}/mcp/sms-tools) with the bearer token ${EXAMPLE_KEYS.mcp}. E-mails of the examples stay here too: this window shows them.`,
		),
		dim(
			'Your workflows, credentials and executions are kept for the next start; npm start -- --fresh forgets them. Ctrl-C stops all of it.',
		),
		'',
	].join('\n');
}
