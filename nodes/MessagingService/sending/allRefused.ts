import { refusalError } from '../../shared/errors';
import { placeOf, type Refused } from './outcomes';
import type { Batch, SendRun } from './run';
import type { RequestOutcome } from './sendRequest';
import { nameSome } from './unknownRecipients';

/**
 * Takes what became of the requests of a batch. Where the service refused every recipient and accepted none, nothing was sent: that is
 * an error as it is for a single message, unless the user wants refused recipients left out. Under Continue on Fail each recipient
 * comes out as the error of its own refusal.
 */
export function withErrorWhereAllRefused(
	{ ctx, endpoint }: SendRun,
	{ settings, items }: Batch,
	requests: RequestOutcome[],
): RequestOutcome[] {
	const recipients = requests.flatMap((request) => request.recipients);
	const refused = recipients.filter(
		(recipient): recipient is Refused => recipient.status === 'refused',
	);
	const [first] = refused;
	const isAll = refused.length === recipients.length && !requests.some(({ error }) => error);
	if (!first || !isAll || settings.leaveOut || endpoint.recipientsPerRequest === 1) return requests;

	const reasons = refused.map(({ message, refusal }) => `[${placeOf(message)}] ${refusal.message}`);
	const only = refused.length === 1 ? first.refusal.message : undefined;
	const error = refusalError(
		ctx.node,
		{
			field: first.refusal.field,
			message: only ?? `The service refused all ${refused.length} recipients: ${nameSome(reasons)}`,
			description: first.refusal.description,
		},
		only === undefined ? undefined : first.message.item,
	);
	error.context.itemIndex = first.message.item ?? items[0];
	const errors = new Map(
		refused.map(({ message, refusal }) => [message, refusalError(ctx.node, refusal, message.item)]),
	);
	return requests.map((request) => ({ ...request, error, errors }));
}
