import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';
import { authenticate, preAuthenticate, TEST_REQUEST } from '../nodes/shared/auth';

/**
 * A setting that most accounts leave alone. n8n drops the stored value of a field that is not shown and hands its default to
 * the node, so the field is also shown with the switch off where its value is not the usual one: none is lost unseen.
 * Only `hide` is used, since n8n's public API takes `show` for a rule of what may be stored.
 */
function underMoreSettings(field: INodeProperties): INodeProperties[] {
	return [
		{ ...field, displayOptions: { hide: { showAdvanced: [{ _cnd: { not: true } }] } } },
		{
			...field,
			displayOptions: { hide: { showAdvanced: [true], [field.name]: [field.default as string] } },
		},
	];
}

/** The account of the service (section 5): addresses, API key and how to prove it. */
export class MessagingServiceApi implements ICredentialType {
	name = 'messagingServiceApi';

	displayName = 'Messaging Service API';

	icon: Icon = {
		light: 'file:../nodes/MessagingService/messagingService.svg',
		dark: 'file:../nodes/MessagingService/messagingService.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'Your account on the website of the service shows it under Integrations and API',
			description: 'A key that starts with test_ sends nothing, and gets random information back.',
		},
		{
			displayName: 'API Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			hint: 'The address of the service, beginning with https:// and without a path',
			description: 'The address that stands before /api in the documentation of the service',
		},
		{
			displayName: 'More Settings',
			name: 'showAdvanced',
			type: 'boolean',
			default: false,
			hint: 'Most accounts need none of them. What differs from the usual is always shown.',
			description:
				'Whether to show the way of authentication, the time zone, http and a second address',
		},
		...underMoreSettings({
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{
					name: 'Automatic',
					value: 'automatic',
					description:
						'The key with requests to /rest, and a token, which the node gets for the key, with those to /api',
				},
				{
					name: 'API Key Only',
					value: 'apiKey',
					description: 'The key with every request, without a login',
				},
				{
					name: 'Bearer Token Only',
					value: 'bearer',
					description: 'A token with every request, which the node gets for the key',
				},
			],
			default: 'automatic',
			hint: 'Leave it at Automatic unless the service refuses the key',
			description: 'How the node logs in to the service',
		}),
		...underMoreSettings({
			displayName: 'Header Format',
			name: 'headerFormat',
			type: 'options',
			options: [
				{ name: 'Authorization: Bearer TOKEN', value: 'bearer' },
				{ name: 'Authorization: Bearer: TOKEN', value: 'bearerColon' },
			],
			default: 'bearer',
			hint: 'Leave it as it is unless the test of the credential says otherwise',
			description: 'How a token is written in the header of a request',
		}),
		...underMoreSettings({
			displayName: 'Service Time Zone',
			name: 'timeZone',
			type: 'string',
			default: 'UTC',
			placeholder: 'e.g. Europe/Kyiv',
			hint: 'If times in outputs are some hours off, enter the zone that the service writes them in',
			description:
				'The IANA name of the zone. The service does not tell it: compare the time of a message with the clock.',
		}),
		...underMoreSettings({
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			hint: 'Only for a private network: the API key is then sent unencrypted',
			description: 'Whether to allow addresses that begin with http://',
		}),
		...underMoreSettings({
			displayName: 'REST Base URL',
			name: 'restBaseUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://rest.example.com',
			hint: 'Leave it empty unless the service gave you a second address',
			description: 'The address that stands before /rest, if it is not the API Base URL',
		}),
		{
			displayName: 'Bearer Token',
			name: 'bearerToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	authenticate: IAuthenticate = authenticate;

	/** Passes through `authenticate`, which makes the test in full and says what is wrong. */
	test: ICredentialTestRequest = TEST_REQUEST;

	/** Called by n8n when no token is stored, after a 401, and in a test; its result is stored with the credential. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return await preAuthenticate(this, credentials);
	}
}
