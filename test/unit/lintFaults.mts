/** One fault of a parameter, which a rule of n8n's lint must refuse: in a copy of the file, `from` becomes `to`. */
export interface Fault {
	rule: string;
	file: string;
	from: string;
	to: string;
}

const GET_MANY = 'nodes/MessagingService/resources/campaign/getAll.operation.ts';
const TO_LISTS = 'nodes/MessagingService/resources/campaign/sendSmsToContactLists.operation.ts';
const UPDATE = 'nodes/MessagingService/resources/contact/update.operation.ts';
const REQUEST = 'nodes/MessagingService/resources/report/request.operation.ts';
const SENDERS = 'nodes/MessagingService/resources/sender/getAll.operation.ts';
const GET = 'nodes/MessagingService/resources/sms/get.operation.ts';
const OPTIONS = 'nodes/MessagingService/dispatch/commonOptions.ts';
const LISTING = 'nodes/MessagingService/listing/fields.ts';
const NODE = 'nodes/MessagingService/MessagingService.node.ts';

/** A fault in what one of our files holds. */
const changed = (rule: string, file: string, from: string, to: string): Fault => ({
	rule: `n8n-nodes-base/node-param-${rule}`,
	file,
	from,
	to,
});

/** A fault in a parameter of a kind that we have not, or that another file declares: it is added to SMS: Get. */
const added = (rule: string, parameter: string): Fault =>
	changed(rule, GET, '\tfields: [\n', `\tfields: [\n${parameter},\n`);

const choice = (options: string, more = ''): string =>
	`{ displayName: 'Kind', name: 'kind', type: 'options', options: [${options}], default: 'a'${more} }`;
const operations = (option: string): string =>
	`{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, options: [${option}], default: 'getAll' }`;
const simplify = (more: string, displayName = 'Simplify'): string =>
	`{ displayName: '${displayName}', name: 'simple', type: 'boolean', default: true${more} }`;
const untrustedCertificates = (more: string): string =>
	`{ displayName: 'Ignore SSL Issues', name: 'allowUnauthorizedCerts', type: 'boolean', default: false${more} }`;
const dynamicChoice = (displayName: string, more: string): string =>
	`{ displayName: '${displayName}', name: 'list', type: 'options', typeOptions: { loadOptionsMethod: 'getContactLists' }, default: ''${more} }`;

const RETURN_ALL = "description: 'Whether to return all results or only up to a given limit',";
const LIMIT = "description: 'Max number of results to return',";
const MESSAGE_ID = "description: 'The ID that sending the SMS returned',";
const LISTS_OF_CONTACT = 'The lists to add the contact to. It stays in those it is in already. ';

/** The description of Message ID, replaced. */
const described = (rule: string, description: string): Fault =>
	changed(rule, GET, MESSAGE_ID, `description: ${description},`);

/** One fault for each rule about parameters. */
export const FAULTS: Fault[] = [
	changed(
		'array-type-assertion',
		GET,
		'/** Get SMS',
		"export const FIELDS = [\n\t{ displayName: 'Text', name: 'text', type: 'string', default: '' },\n] as INodeProperties[];\n/** Get SMS",
	),
	changed(
		'collection-type-item-required',
		UPDATE,
		"name: 'groups',\n\t\t\t\t\ttype: 'multiOptions',",
		"name: 'groups',\n\t\t\t\t\ttype: 'multiOptions',\n\t\t\t\t\trequired: true,",
	),
	added(
		'collection-type-unsorted-items',
		`{ displayName: 'Filters', name: 'filters', type: 'collection', default: {}, options: [${[
			...'EABCD',
		]
			.map((name) => `{ displayName: '${name}', name: '${name}', type: 'string', default: '' }`)
			.join(', ')}] }`,
	),
	added(
		'color-type-unused',
		"{ displayName: 'Color', name: 'color', type: 'string', default: '' }",
	),
	changed('default-missing', GET, "\t\t\tdefault: '',\n", ''),
	changed(
		'default-wrong-for-boolean',
		REQUEST,
		"type: 'boolean',\n\t\t\tdefault: true,",
		"type: 'boolean',\n\t\t\tdefault: 'yes',",
	),
	changed('default-wrong-for-collection', OPTIONS, 'default: {}', "default: ''"),
	changed(
		'default-wrong-for-fixed-collection',
		UPDATE,
		"placeholder: 'Add custom field',\n\t\t\t\t\tdefault: {},",
		"placeholder: 'Add custom field',\n\t\t\t\t\tdefault: '',",
	),
	changed('default-wrong-for-limit', LISTING, 'default: 50', 'default: 100'),
	changed('default-wrong-for-multi-options', TO_LISTS, 'default: []', "default: ''"),
	changed('default-wrong-for-number', LISTING, 'default: 50', "default: '50'"),
	changed('default-wrong-for-options', GET_MANY, "default: 'sms'", "default: 'viber'"),
	added('default-wrong-for-simplify', simplify('').replace('true', 'false')),
	changed('default-wrong-for-string', GET, "default: ''", 'default: 0'),
	changed(
		'description-boolean-without-whether',
		REQUEST,
		"'Whether to wait until",
		"'Should we wait until",
	),
	described('description-comma-separated-hyphen', "'Some comma separated IDs'"),
	described('description-empty-string', "''"),
	described('description-excess-final-period', "'The ID that sending the SMS returned.'"),
	described('description-excess-inner-whitespace', "'The ID  that sending the SMS returned'"),
	described('description-identical-to-display-name', "'Message ID'"),
	described('description-line-break-html-tag', "'The ID<br>of the message'"),
	described('description-lowercase-first-char', "'the ID that sending the SMS returned'"),
	described('description-miscased-id', "'The Id that sending the SMS returned'"),
	described('description-miscased-json', "'The Json that sending the SMS returned'"),
	described('description-miscased-url', "'The url that sending the SMS returned'"),
	described('description-missing-final-period', "'The ID of the SMS. Sending returned it'"),
	added('description-missing-for-ignore-ssl-issues', untrustedCertificates('')),
	changed('description-missing-for-return-all', LISTING, RETURN_ALL, ''),
	added('description-missing-for-simplify', simplify('')),
	added(
		'description-missing-from-dynamic-multi-options',
		dynamicChoice('List Names or IDs', '').replace("'options'", "'multiOptions'"),
	),
	added('description-missing-from-dynamic-options', dynamicChoice('List Name or ID', '')),
	changed('description-missing-from-limit', LISTING, LIMIT, ''),
	described('description-unencoded-angle-brackets', "'The <ID> that sending the SMS returned'"),
	described('description-unneeded-backticks', '`The ID that sending the SMS returned`'),
	described('description-untrimmed', "'The ID that sending the SMS returned '"),
	described(
		'description-url-missing-protocol',
		'\'The ID, see <a href="docs.n8n.io">the documentation</a>\'',
	),
	described('description-weak', "'Operation to perform'"),
	changed(
		'description-wrong-for-dynamic-multi-options',
		UPDATE,
		`${LISTS_OF_CONTACT}Choose from the list`,
		`${LISTS_OF_CONTACT}Choose from it`,
	),
	added(
		'description-wrong-for-dynamic-options',
		dynamicChoice('List Name or ID', ", description: 'The list'"),
	),
	added(
		'description-wrong-for-ignore-ssl-issues',
		untrustedCertificates(", description: 'Whether to trust everyone'"),
	),
	changed('description-wrong-for-limit', LISTING, LIMIT, "description: 'The highest number',"),
	changed('description-wrong-for-return-all', LISTING, RETURN_ALL, "description: 'Whether all',"),
	added('description-wrong-for-simplify', simplify(", description: 'Whether to simplify'")),
	added(
		'description-wrong-for-upsert',
		choice("{ name: 'Create or Update', value: 'upsert', description: 'Does both' }"),
	),
	changed(
		'display-name-excess-inner-whitespace',
		GET,
		"displayName: 'Message ID'",
		"displayName: 'Message  ID'",
	),
	changed(
		'display-name-miscased',
		GET,
		"displayName: 'Message ID'",
		"displayName: 'message number'",
	),
	changed(
		'display-name-miscased-id',
		GET,
		"displayName: 'Message ID'",
		"displayName: 'Message Id'",
	),
	changed(
		'display-name-not-first-position',
		GET,
		"displayName: 'Message ID',\n\t\t\tname: 'messageId',",
		"name: 'messageId',\n\t\t\tdisplayName: 'Message ID',",
	),
	changed('display-name-untrimmed', GET, "displayName: 'Message ID'", "displayName: 'Message ID '"),
	changed(
		'display-name-wrong-for-dynamic-multi-options',
		TO_LISTS,
		"'Contact List Names or IDs'",
		"'Contact Lists'",
	),
	added('display-name-wrong-for-dynamic-options', dynamicChoice('List', '')),
	added('display-name-wrong-for-simplify', simplify('', 'Less')),
	added(
		'display-name-wrong-for-update-fields',
		"{ displayName: 'Changes', name: 'update', type: 'collection', default: {}, options: [] }",
	),
	added(
		'fixed-collection-type-unsorted-items',
		`{ displayName: 'Data', name: 'data', type: 'fixedCollection', default: {}, options: [{ displayName: 'Entry', name: 'entry', values: [${[
			'Zone',
			'Age',
			'Body',
			'City',
			'Date',
		]
			.map((name) => `{ displayName: '${name}', name: '${name}', type: 'string', default: '' }`)
			.join(', ')}] }] }`,
	),
	changed('hint-untrimmed', GET, MESSAGE_ID, "hint: 'As sending returned it ',"),
	changed(
		'hint-url-missing-protocol',
		GET,
		MESSAGE_ID,
		'hint: \'See <a href="docs.n8n.io">the documentation</a>\',',
	),
	changed('min-value-wrong-for-limit', LISTING, 'minValue: 1', 'minValue: 0'),
	added(
		'multi-options-type-unsorted-items',
		choice(
			['Zone', 'Age', 'Body', 'City', 'Date']
				.map((name) => `{ name: '${name}', value: '${name.toLowerCase()}' }`)
				.join(', '),
		)
			.replace("'options'", "'multiOptions'")
			.replace("'a'", '[]'),
	),
	changed('name-untrimmed', GET, "name: 'messageId'", "name: 'messageId '"),
	added(
		'operation-option-action-miscased',
		operations("{ name: 'Send', value: 'getAll', action: 'Send The Message' }"),
	),
	added(
		'operation-option-action-wrong-for-get-many',
		operations("{ name: 'Get Many', value: 'getAll', action: 'Get all messages' }"),
	),
	added(
		'operation-option-description-wrong-for-get-many',
		operations(
			"{ name: 'Get Many', value: 'getAll', action: 'Get many messages', description: 'List all messages' }",
		),
	),
	added(
		'operation-option-without-action',
		operations("{ name: 'Send', value: 'send', description: 'Send a message' }"),
	),
	added(
		'operation-without-no-data-expression',
		operations('').replace('noDataExpression: true, ', ''),
	),
	changed(
		'option-description-identical-to-name',
		REQUEST,
		"'A report on the messages that you name'",
		"'Message IDs'",
	),
	changed('option-name-containing-star', GET_MANY, "name: 'RCS'", "name: '*'"),
	changed('option-name-duplicate', GET_MANY, "name: 'RCS'", "name: 'SMS'"),
	changed('option-name-wrong-for-get-many', GET_MANY, "name: 'Get Many'", "name: 'Get All'"),
	added('option-name-wrong-for-upsert', choice("{ name: 'Upsert', value: 'upsert' }")),
	changed('option-value-duplicate', GET_MANY, "value: 'rcs'", "value: 'sms'"),
	changed('options-type-unsorted-items', SENDERS, "name: 'Accepted'", "name: 'The Accepted'"),
	changed('placeholder-miscased-id', GET, "'e.g. 1542308473'", "'e.g. the Id 1542308473'"),
	added(
		'placeholder-missing-email',
		"{ displayName: 'Email', name: 'email', type: 'string', default: '' }",
	),
	changed('required-false', GET, 'required: true', 'required: false'),
	added(
		'resource-with-plural-option',
		"{ displayName: 'Resource', name: 'resource', type: 'options', noDataExpression: true, options: [{ name: 'Messages', value: 'a' }], default: 'a' }",
	),
	added(
		'resource-without-no-data-expression',
		"{ displayName: 'Resource', name: 'resource', type: 'options', options: [{ name: 'Message', value: 'a' }], default: 'a' }",
	),
	changed('type-options-missing-from-limit', LISTING, 'typeOptions: { minValue: 1 },', ''),
	added(
		'type-options-password-missing',
		"{ displayName: 'Token', name: 'token', type: 'string', default: '' }",
	),
	{
		rule: '@n8n/community-nodes/no-builder-hint-leakage',
		file: GET,
		from: MESSAGE_ID,
		to: "builderHint: { message: 'Write ={{ $json.id }}' },",
	},
	// These two read the class of a node only, and what stands in it as literals.
	{
		rule: '@n8n/community-nodes/no-emoji-in-options',
		file: NODE,
		from: 'properties: propertiesOf(RESOURCES),',
		to: "properties: [{ displayName: 'Send 🚀', name: 'send', type: 'string', default: '' }],",
	},
	{
		rule: '@n8n/community-nodes/resource-operation-pattern',
		file: NODE,
		from: 'properties: propertiesOf(RESOURCES),',
		to: `properties: [${operations(
			['A', 'B', 'C', 'D', 'E', 'F']
				.map((name) => `{ name: '${name}', value: '${name}', action: '${name}' }`)
				.join(', '),
		)}],`,
	},
];

/** The other rules of n8n: about the package, the classes of nodes and credentials, and code. A new rule belongs here or above. */
export const NOT_ABOUT_PARAMETERS: string[] = [
	'@n8n/community-nodes/ai-node-package-json',
	'@n8n/community-nodes/cred-class-field-icon-missing',
	'@n8n/community-nodes/cred-class-oauth2-naming',
	'@n8n/community-nodes/credential-documentation-url',
	'@n8n/community-nodes/credential-password-field',
	'@n8n/community-nodes/credential-test-required',
	'@n8n/community-nodes/credential-unnecessary-password',
	'@n8n/community-nodes/icon-prefer-themed-variants',
	'@n8n/community-nodes/icon-validation',
	'@n8n/community-nodes/missing-paired-item',
	'@n8n/community-nodes/n8n-object-validation',
	'@n8n/community-nodes/no-credential-reuse',
	'@n8n/community-nodes/no-dangerous-functions',
	'@n8n/community-nodes/no-dead-files',
	'@n8n/community-nodes/no-deprecated-workflow-functions',
	'@n8n/community-nodes/no-forbidden-lifecycle-scripts',
	'@n8n/community-nodes/no-hardcoded-secrets',
	'@n8n/community-nodes/no-http-request-with-manual-auth',
	'@n8n/community-nodes/no-overrides-field',
	'@n8n/community-nodes/no-restricted-globals',
	'@n8n/community-nodes/no-restricted-imports',
	'@n8n/community-nodes/no-runtime-dependencies',
	'@n8n/community-nodes/no-silent-error-swallowing',
	'@n8n/community-nodes/no-template-placeholders',
	'@n8n/community-nodes/no-unsafe-connection-type-cast',
	'@n8n/community-nodes/node-connection-type-literal',
	'@n8n/community-nodes/node-registration-complete',
	'@n8n/community-nodes/node-usable-as-tool',
	'@n8n/community-nodes/package-name-convention',
	'@n8n/community-nodes/require-files-array',
	'@n8n/community-nodes/require-homepage',
	'@n8n/community-nodes/require-node-api-error',
	'@n8n/community-nodes/require-node-description-fields',
	'@n8n/community-nodes/require-version',
	'@n8n/community-nodes/trigger-node-conventions',
	'@n8n/community-nodes/valid-author',
	'@n8n/community-nodes/valid-credential-references',
	'@n8n/community-nodes/valid-description',
	'@n8n/community-nodes/valid-peer-dependencies',
	'@n8n/community-nodes/webhook-lifecycle-complete',
	'n8n-nodes-base/node-class-description-credentials-name-unsuffixed',
	'n8n-nodes-base/node-class-description-display-name-unsuffixed-trigger-node',
	'n8n-nodes-base/node-class-description-empty-string',
	'n8n-nodes-base/node-class-description-icon-not-svg',
	'n8n-nodes-base/node-class-description-inputs-wrong-trigger-node',
	'n8n-nodes-base/node-class-description-missing-subtitle',
	'n8n-nodes-base/node-class-description-name-miscased',
	'n8n-nodes-base/node-class-description-name-unsuffixed-trigger-node',
	'n8n-nodes-base/node-class-description-non-core-color-present',
	'n8n-nodes-base/node-dirname-against-convention',
	'n8n-nodes-base/node-execute-block-double-assertion-for-items',
	'n8n-nodes-base/node-execute-block-error-missing-item-index',
	'n8n-nodes-base/node-execute-block-missing-continue-on-fail',
	'n8n-nodes-base/node-execute-block-wrong-error-thrown',
	'n8n-nodes-base/node-filename-against-convention',
	'n8n-nodes-base/node-resource-description-filename-against-convention',
];
