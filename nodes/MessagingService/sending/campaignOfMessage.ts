import type { IDataObject } from 'n8n-workflow';
import { isId } from '../../shared/reply';
import type { OperationContext } from '../dispatch/context';
import { askMessageList, listSenderCampaigns } from './ask';
import type { Message } from './outcomes';

/*
 * The campaign that a message went out with, of which the service told nothing but the message. Only a record of this message can say
 * which it is. The campaign list cannot: two executions create campaigns of one sender in the same second, and nothing tells whose is
 * whose.
 */

/** What the output says of an accepted recipient whose campaign nobody tells. */
export const CAMPAIGN_NOT_TOLD: IDataObject = {
	id: null,
	note: 'Accepted before; the service does not tell in which campaign',
};

/** Takes a message of the service; returns the ID of its campaign as a summary of the send, as far as the message tells it. */
export const campaignInRecord = ({ campaign_id }: IDataObject): IDataObject =>
	isId(campaign_id) ? { id: campaign_id } : CAMPAIGN_NOT_TOLD;

/** Returns what the campaign list tells of a campaign whose ID is known, else the ID alone. */
async function withRecord(
	ctx: OperationContext,
	told: IDataObject,
	{ sender, item }: Pick<Message, 'sender' | 'item'>,
): Promise<IDataObject> {
	const listed = await listSenderCampaigns(ctx, sender, item);
	return listed?.find(({ id }) => String(id) === String(told.id)) ?? told;
}

/**
 * Takes a message that the service holds, and what was sent; returns its campaign as a summary of the send. The ID is that which the
 * message tells, or the list of messages, an extension; CAMPAIGN_NOT_TOLD where neither does. The rest is from the campaign list, as
 * far as it shows this ID.
 */
export async function campaignOfMessage(
	ctx: OperationContext,
	message: IDataObject,
	sent: Pick<Message, 'reference' | 'sender' | 'item'>,
): Promise<IDataObject> {
	let told = campaignInRecord(message);
	if (told.id === null) {
		const listed = await askMessageList(ctx, { reference: sent.reference, item: sent.item });
		if (listed && String(listed.id) === String(message.id)) told = campaignInRecord(listed);
	}
	return told.id === null ? told : await withRecord(ctx, told, sent);
}
