import { addClick, newLink } from '../../sandbox/shortLinks.mts';
import { triggerStageOfTests } from './triggerSupport.mts';

/* The trigger's event of clicks on n8n's real poll context. What it finds among many stands in test/trigger. */

describe('Link Clicked', () => {
	const stage = triggerStageOfTests();
	const { trigger } = stage;

	/** A short link of a campaign, and a click on it now: the trigger goes by n8n's clock. */
	const click = (campaignId: number, isHuman = true) => {
		const { links } = stage.sandbox.store;
		const link =
			[...links.values()].find((one) => one.campaignId === campaignId) ??
			newLink(stage.sandbox.service, 'go.example', 'https://shop.example.com/sale');
		links.set(link.id, Object.assign(link, { campaignId }));
		const fields = { phone: '380991112233', isHuman, createdMs: Date.now() };
		return addClick(stage.sandbox.service, link.id, fields).id;
	};

	it('reports the clicks of people, with the fields of Get Clicks', async () => {
		const { poll, staticData } = trigger({ event: 'linkClicked' });
		click(7);
		expect(await poll()).toBeNull();
		click(7, false);
		const id = click(7);
		expect(await poll()).toMatchObject([
			{
				click_id: id,
				phone: '380991112233',
				original_link: 'https://shop.example.com/sale',
				is_human: true,
				event_id: expect.stringMatching(/^[0-9a-f]{24}$/),
				origin: 'change',
			},
		]);
		expect(await poll()).toBeNull();
		expect(JSON.stringify(staticData).length).toBeLessThan(1_000);
	});

	it('reports those of a campaign, also of programs', async () => {
		const { poll } = trigger({
			event: 'linkClicked',
			clickedBy: 'all',
			options: { campaignId: '7' },
		});
		expect(await poll()).toBeNull();
		click(8);
		const ids = [click(7, false), click(7)];
		const items = await poll();
		expect(items?.map(({ click_id }) => click_id).sort()).toEqual(ids);
	});

	it('begins anew under another filter: what was clicked before is no news', async () => {
		const { poll } = trigger({ event: 'linkClicked' });
		expect(await poll()).toBeNull();
		click(7, false);
		const parameters = { event: 'linkClicked', clickedBy: 'all', options: {} };
		expect(await poll({ parameters })).toBeNull();
		const id = click(7, false);
		expect(await poll({ parameters })).toMatchObject([{ click_id: id }]);
	});

	it('shows a true example in the editor, or one that says that it is made up', async () => {
		const { poll } = trigger({ event: 'linkClicked' });
		expect(await poll({ mode: 'manual' })).toMatchObject([
			{ origin: 'made up', click_id: 'sample', is_human: true },
		]);
		const id = click(7);
		expect(await poll({ mode: 'manual' })).toMatchObject([{ origin: 'example', click_id: id }]);
	});

	it('says at the activation that a service has no short links', async () => {
		stage.sandbox.config.dialect.extensions = false;
		const { poll } = trigger({ event: 'linkClicked' });
		await expect(poll()).rejects.toMatchObject({
			message: 'The service does not offer clicks on short links',
			description: expect.stringContaining('Some services do not have it.'),
		});
	});
});
