import { NodeHelpers } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { serviceSettings } from '../../nodes/shared/auth/address.ts';

const { properties } = new MessagingServiceApi();
const KEY = { apiKey: 'live_0000000000000000', baseUrl: 'https://service.example' };
const SETTINGS = {
	authentication: 'bearer',
	headerFormat: 'bearerColon',
	timeZone: 'Europe/Kyiv',
	allowHttp: true,
	restBaseUrl: 'https://rest.example',
};

/** What n8n hands to the node of a stored credential: it drops the fields that are not shown (applyDefaultsAndOverwrites). */
const decrypted = (stored: INodeParameters) =>
	NodeHelpers.getNodeParameters(properties, stored, true, false, null, null) ?? {};
/** What n8n's form saves (only what differs from the default, and is shown). */
const saved = (form: INodeParameters) =>
	NodeHelpers.getNodeParameters(properties, form, false, false, null, null) ?? {};
const shown = (stored: INodeParameters) =>
	properties
		.filter(
			(property) =>
				property.type !== 'hidden' &&
				NodeHelpers.displayParameter(
					{ showAdvanced: false, ...decrypted(stored), ...stored },
					property,
					null,
					null,
				),
		)
		.map(({ name }) => name);

describe('the fields of the credential', () => {
	it('asks for the key, then the address, and has the rest under one switch', () => {
		const form = { ...KEY, authentication: 'automatic', headerFormat: 'bearer', timeZone: 'UTC' };
		const usual = { ...form, allowHttp: false, restBaseUrl: '' };
		expect(shown(usual)).toEqual(['apiKey', 'baseUrl', 'showAdvanced']);
		expect(shown({ ...usual, showAdvanced: true })).toEqual([
			'apiKey',
			'baseUrl',
			'showAdvanced',
			...Object.keys(SETTINGS),
		]);
	});

	it('has a sentence under each field', () => {
		for (const { type, hint, displayName } of properties)
			if (type !== 'hidden') expect([displayName, hint]).toEqual([displayName, expect.any(String)]);
	});

	it.each([
		['was stored before there was a switch', {}],
		['has the switch turned off again', { showAdvanced: false }],
		['has the switch on', { showAdvanced: true }],
	])('n8n keeps every setting of a credential that %s', (_, more) => {
		const stored = { ...KEY, ...SETTINGS, ...more };
		for (const data of [decrypted(stored), decrypted(saved(stored))])
			expect(serviceSettings(data as ICredentialDataDecryptedObject)).toMatchObject(SETTINGS);
		expect(shown(stored)).toEqual(expect.arrayContaining(Object.keys(SETTINGS)));
	});

	it.each(Object.entries(SETTINGS))('shows %s alone where only it differs', (name, value) => {
		const stored = { ...KEY, [name]: value };
		expect(serviceSettings(decrypted(stored) as ICredentialDataDecryptedObject)).toMatchObject({
			[name]: value,
		});
		const form = { authentication: 'automatic', headerFormat: 'bearer', timeZone: 'UTC' };
		expect(shown({ allowHttp: false, restBaseUrl: '', ...form, ...stored })).toEqual([
			'apiKey',
			'baseUrl',
			'showAdvanced',
			name,
		]);
	});
});
