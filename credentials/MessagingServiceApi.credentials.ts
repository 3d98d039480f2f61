import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';
import { authenticate, preAuthenticate } from '../nodes/shared/auth';

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
			description:
				'From the account (Integrations and API). A key that starts with test_ gets random information.',
		},
		{
			displayName: 'API Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			hint: 'Where the service is reached, without a path',
			description: 'Address of the service for /api. A pasted path is cut off.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{
					name: 'Automatic',
					value: 'automatic',
					description: 'X-API-KEY on /rest, a bearer token on /api',
				},
				{ name: 'API Key Only', value: 'apiKey', description: 'X-API-KEY everywhere, no login' },
				{ name: 'Bearer Token Only', value: 'bearer', description: 'A bearer token everywhere' },
			],
			default: 'automatic',
			hint: 'Leave it at Automatic unless the service refuses the key',
			description: 'How requests prove themselves to the service',
		},
		{
			displayName: 'Header Format',
			name: 'headerFormat',
			type: 'options',
			displayOptions: { hide: { authentication: ['apiKey'] } },
			options: [
				{ name: 'Authorization: Bearer TOKEN', value: 'bearer' },
				{ name: 'Authorization: Bearer: TOKEN', value: 'bearerColon' },
			],
			default: 'bearer',
			hint: 'Leave it as it is unless the test of the credential says otherwise',
			description: 'Change it only if the service refuses the token it issued',
		},
		{
			displayName: 'Service Time Zone',
			name: 'timeZone',
			type: 'string',
			default: 'UTC',
			placeholder: 'e.g. Europe/Kyiv',
			description:
				"IANA name of the zone of the service's times. The service does not tell it: compare the time of a message with the clock.",
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow http, which sends the API key unencrypted: only for a private network',
		},
		{
			displayName: 'REST Base URL',
			name: 'restBaseUrl',
			type: 'string',
			default: '',
			hint: 'Leave it empty unless the service gave you a second address',
			description: 'Address for /rest, if it differs',
		},
		{
			displayName: 'Bearer Token',
			name: 'bearerToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	authenticate: IAuthenticate = authenticate;

	/** Called by n8n when no token is stored, and after a 401; its result is stored with the credential. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return await preAuthenticate(this, credentials);
	}
}
