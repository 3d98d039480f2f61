import type { IDataObject } from 'n8n-workflow';
import type { OperationContext } from '../dispatch/context';
import { askMessageList } from './ask';
import { isId } from './evidence';

/*
 * The campaign that a message went out with, of which the service told nothing but the message. Only a record of this message can say
 * it. The campaign list cannot: two executions create campaigns of one sender in the same second, and nothing tells whose is whose.
 */

/** What the output says of an accepted recipient whose campaign nobody tells. */
export const CAMPAIGN_NOT_TOLD: IDataObject = {
	id: null,
	note: 'Accepted before; the service does not tell in which campaign',
};

/** Takes a message of the service; returns the ID of its campaign as a summary of the send, as far as the message tells it. */
export const campaignInRecord = ({ campaign_id }: IDataObject): IDataObject =>
	isId(campaign_id) ? { id: campaign_id } : CAMPAIGN_NOT_TOLD;

/**
 * Takes a message that the service holds, its reference and the input item; returns the ID of its campaign as a summary of the send:
 * as the message tells it, else as the list of messages does, an extension. Returns CAMPAIGN_NOT_TOLD where neither does.
 */
export async function campaignOfMessage(
	ctx: OperationContext,
	message: IDataObject,
	{ reference, item }: { reference: string; item: number },
): Promise<IDataObject> {
	const told = campaignInRecord(message);
	if (told.id !== null) return told;
	const listed = await askMessageList(ctx, reference, item);
	const isSame = String(listed?.id) === String(message.id);
	return listed && isSame ? campaignInRecord(listed) : CAMPAIGN_NOT_TOLD;
}
