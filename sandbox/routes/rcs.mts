import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth.mts';
import { ID } from '../judge/limits.mts';
import { Complaints } from '../judge/complaints.mts';
import { failApi, failValidation } from '../replies.mts';
import type { Service } from '../service.mts';
import { TestData } from '../testdata.mts';
import type { Campaign, CampaignStatus } from '../types.mts';
import { campaignView } from '../views.mts';

/** 3.2: Moderation, Paused, Sending or Planned. Moderation covers a campaign being checked and one that has not passed. */
const STOPPABLE: readonly CampaignStatus[] = [
	'creation',
	'moderation',
	'spam',
	'paused',
	'sending',
	'scheduled',
];

async function change(
	service: Service,
	request: FastifyRequest<{ Params: { id: string } }>,
	reply: FastifyReply,
	type: Campaign['type'],
	action: 'stop' | 'renew',
): Promise<void> {
	const { id } = request.params;
	if (!ID.test(id)) return failApi(reply, 404, 'Campaign not found');
	if (callerOf(request).testKey) {
		const campaign = new TestData(service, request.url).campaign({
			id: Number(id),
			type,
			status: action === 'stop' ? 'stopped' : 'sending',
		});
		await reply.send({ data: campaignView(service, campaign) });
		return;
	}
	const campaign = service.store.campaigns.get(Number(id));
	if (!campaign || campaign.type !== type) return failApi(reply, 404, 'Campaign not found');
	const allowed =
		action === 'stop' ? STOPPABLE.includes(campaign.status) : campaign.status === 'paused';
	if (!allowed) {
		const complaints = new Complaints();
		complaints.add(
			'status',
			`A campaign in status ${campaign.status} cannot be ${action === 'stop' ? 'stopped' : 'renewed'}.`,
		);
		return failValidation(
			service,
			reply,
			complaints,
			`The campaign cannot be ${action === 'stop' ? 'stopped' : 'renewed'}.`,
		);
	}
	if (action === 'stop') service.lifecycle.stopCampaign(campaign);
	else service.lifecycle.renewCampaign(campaign);
	await reply.send({ data: campaignView(service, campaign) });
}

/** Stop (4.11) and renew (4.12) of RCS campaigns; newer clients stop an SMS campaign by PATCH (wire notes). */
export function registerRcs(app: FastifyInstance, service: Service): void {
	app.put<{ Params: { id: string } }>('/api/campaigns/:id/stop', async (request, reply) =>
		change(service, request, reply, 'rcs', 'stop'),
	);
	app.put<{ Params: { id: string } }>('/api/campaigns/:id/renew', async (request, reply) =>
		change(service, request, reply, 'rcs', 'renew'),
	);
	app.patch<{ Params: { id: string } }>('/api/campaigns/:id/stop', async (request, reply) =>
		change(service, request, reply, 'sms', 'stop'),
	);
}
